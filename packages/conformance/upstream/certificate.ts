import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A self-signed certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says. */
export interface CertificateOptions {
  /** The host that it is for: an IPv4 address or a name. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** @default yesterday */
  readonly validFrom?: Date | undefined;
  /** @default tomorrow */
  readonly validTo?: Date | undefined;
}

const day = 24 * 60 * 60 * 1000;

/** Makes a certificate at run time, so that none lies in the repository or ever expires there. */
export function createCertificate({
  host = "127.0.0.1",
  validFrom = new Date(Date.now() - day),
  validTo = new Date(Date.now() + day),
}: CertificateOptions = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const name = sequence(set(sequence(objectId(commonName), utf8String(host))));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sequence(objectId(ecdsaWithSha256)),
    name,
    sequence(utcTime(validFrom), utcTime(validTo)),
    name,
    publicKey,
    tagged(0xa3, sequence(alternativeName(host))),
  );
  const signature = sign("sha256", body, createPrivateKey(privateKey));
  const whole = sequence(body, sequence(objectId(ecdsaWithSha256)), bitString(signature));
  return { cert: toPem(whole), key: privateKey };
}

// The little of DER that a certificate needs: a tag, a length, and the value.

const commonName = [0x55, 0x04, 0x03];
const subjectAltName = [0x55, 0x1d, 0x11];
const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

function tagged(tag: number, ...values: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(values);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(value)]), value]);
}

function lengthOf({ length }: Uint8Array): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

const sequence = (...values: readonly Uint8Array[]): Buffer => tagged(0x30, ...values);
const set = (...values: readonly Uint8Array[]): Buffer => tagged(0x31, ...values);
const integer = (value: Uint8Array): Buffer => tagged(0x02, value);
const objectId = (value: readonly number[]): Buffer => tagged(0x06, Buffer.from(value));
const utf8String = (value: string): Buffer => tagged(0x0c, Buffer.from(value));
const bitString = (value: Uint8Array): Buffer => tagged(0x03, Buffer.from([0]), value);

/** `YYMMDDhhmmssZ` */
function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  return tagged(0x17, Buffer.from(digits.slice(2)));
}

function alternativeName(host: string): Buffer {
  const octets = host.split(".").map(Number);
  const isAddress = octets.length === 4 && octets.every((octet) => octet >= 0 && octet <= 255);
  const name = isAddress ? tagged(0x87, Buffer.from(octets)) : tagged(0x82, Buffer.from(host));
  return sequence(objectId(subjectAltName), tagged(0x04, sequence(name)));
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
