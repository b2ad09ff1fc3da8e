import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

const packages = fileURLToPath(new URL("../../..", import.meta.url));

const program = `
  import { createFake } from "@diglot/testing";
  await createFake().inspect().catch((error) => console.log(error.message));
`;

it("says how to install the inspector where it is not installed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "diglot-no-inspector-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const installed = join(folder, "node_modules/@diglot");
  await mkdir(join(installed, "testing"), { recursive: true });
  for (const part of ["package.json", "dist"]) {
    await cp(`${packages}/testing/${part}`, join(installed, "testing", part), { recursive: true });
  }
  for (const name of ["core", "adapter-node-http", "responses"]) {
    await symlink(join(packages, name), join(installed, name));
  }
  const words = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder });
  expect(stdout).toBe(
    "fake.inspect() needs @diglot/inspector. Install it: npm install --save-dev @diglot/inspector\n",
  );
});
