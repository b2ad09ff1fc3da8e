import { join } from "node:path";
import { needsPostgres, postgresUrl } from "@diglot/test-support/parts/postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { type AdminGateway, credential, startAdminGateway, steady } from "./admin-gateway.js";
import { newFile, newFolder, run } from "./command.js";
import { closedPort, serve } from "./servers.js";
import { dropSchema } from "./stores.js";

interface Administered extends AdminGateway {
  readonly database: string;
  /** Runs a command of the administration through the admin endpoints. */
  call(...args: readonly string[]): Promise<string>;
  /** The same through the database. */
  callDatabase(...args: readonly string[]): Promise<string>;
}

const env = { DIGLOT_ADMIN_CREDENTIAL: credential };

/** What a command prints that ends with code 0 and says nothing on standard error. */
async function output(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

async function startOnFile(): Promise<Administered> {
  const database = join(newFolder(), "gateway.sqlite");
  const gateway = await startAdminGateway({ type: "sqlite", path: database });
  return {
    ...gateway,
    database,
    call: (...args) => output([...args, "--url", gateway.url]),
    callDatabase: (...args) => output([...args, "--database", database]),
  };
}

const idOf = (text: string): string => /key_\w+/.exec(text)?.[0] ?? "";
const secretOf = (text: string): string => /^sk-\S+$/m.exec(text)?.[0] ?? "";

describe("diglot keys", () => {
  it("creates a key that works at once, and shows its secret on a line of its own", async () => {
    const { call, accepts } = await startOnFile();
    const limits = ["--requests-per-minute", "60", "--concurrent-requests", "4"];
    const who = ["--account", "team-a", "--name", "Ada's notebook", "--model", "echo"];
    const created = await call("keys", "create", ...who, ...limits, "--expires", "90d");
    expect(steady(created)).toMatchInlineSnapshot(`
      "Id       key_xxxxxxxxxxxxxxxxxxxxxx
      Account  team-a
      Name     Ada's notebook
      State    valid
      Models   echo
      Limits   60 requests a minute, 4 requests at once
      Created  0000-00-00 00:00
      Expires  0000-00-00 00:00

      sk-dg-xxxxxxxx-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

      This is its secret. It is shown only now.
      "
    `);
    expect(await accepts(secretOf(created))).toBe(true);
  });

  it("creates the same through the database, where ids of models are not checked", async () => {
    const { callDatabase, call, accepts } = await startOnFile();
    const args = ["--account", "team-b", "--model", "echo", "--model", "later", "--json"];
    const created = await callDatabase("keys", "create", ...args);
    expect(steady(created)).toMatchInlineSnapshot(`
      "{
        "object": "key",
        "id": "key_xxxxxxxxxxxxxxxxxxxxxx",
        "account_id": "team-b",
        "name": null,
        "prefix": "sk-dg-xxxxxxxx",
        "models": [
          "echo",
          "later"
        ],
        "limits": null,
        "state": "valid",
        "created_at": "0000-00-00T00:00:00.000Z",
        "expires_at": null,
        "revoked_at": null,
        "secret": "sk-dg-xxxxxxxx-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      }
      "
    `);
    expect(await accepts(JSON.parse(created).secret)).toBe(true);
    expect(await call("keys", "list", "--account", "team-b")).toContain("echo, later");
  });

  it("is refused alike in both ways", async () => {
    const { url, database } = await startOnFile();
    const args = ["keys", "create", "--account", "team-a", "--model", ""];
    const refused = await run([...args, "--url", url], { env });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("models[0]") });
    expect(await run([...args, "--database", database])).toEqual(refused);
  });

  it("lists the keys of all accounts in a table", async () => {
    const { call, callDatabase } = await startOnFile();
    await call("keys", "create", "--account", "team-a", "--name", "日本語のキー");
    await call("keys", "create", "--account", "team-b", "--expires", "2999-12-31");
    expect(steady(await callDatabase("keys", "list"))).toMatchInlineSnapshot(`
      "Id                          Account  Name          State  Models  Expires           Last use
      key_xxxxxxxxxxxxxxxxxxxxxx  team-a   日本語のキー  valid  all                       never
      key_xxxxxxxxxxxxxxxxxxxxxx  team-b                 valid  all     0000-00-00 00:00  never
      "
    `);
  });

  it("lists the keys of one account as JSON, and says that an account has none", async () => {
    const { call } = await startOnFile();
    await call("keys", "create", "--account", "team-b", "--expires", "2999-12-31");
    const ofOne = await call("keys", "list", "--account", "team-b", "--json");
    expect(steady(ofOne)).toMatchInlineSnapshot(`
      "{
        "object": "list",
        "data": [
          {
            "object": "key",
            "id": "key_xxxxxxxxxxxxxxxxxxxxxx",
            "account_id": "team-b",
            "name": null,
            "prefix": "sk-dg-xxxxxxxx",
            "models": "all",
            "limits": null,
            "state": "valid",
            "created_at": "0000-00-00T00:00:00.000Z",
            "expires_at": "0000-00-00T00:00:00.000Z",
            "revoked_at": null,
            "last_used_at": null,
            "month_to_date": null
          }
        ]
      }
      "
    `);
    expect(await call("keys", "list", "--account", "nobody")).toBe("There are no keys.\n");
  });

  it("lists with each key when it was last used, and what it used this month", async () => {
    const { call, callDatabase, statusFor } = await startOnFile();
    const created = await call("keys", "create", "--account", "team-a");
    expect(await statusFor(secretOf(created))).toBe(200);
    await expect
      .poll(async () => JSON.parse(await callDatabase("keys", "list", "--json")).data, {
        timeout: 20_000,
      })
      .toMatchObject([
        {
          last_used_at: expect.stringContaining(new Date().toISOString().slice(0, 8)),
          month_to_date: { attempts: 1, cost_usd: "0.000006000" },
        },
      ]);
  });

  it("changes what is named and nothing else", async () => {
    const { call } = await startOnFile();
    const args = ["--account", "team-a", "--name", "Ada", "--requests-per-minute", "60"];
    const id = idOf(await call("keys", "create", ...args, "--expires", "1d"));
    const change = ["--expires", "never", "--requests-per-minute", "none", "--model", "echo"];
    expect(steady(await call("keys", "change", id, ...change))).toMatchInlineSnapshot(`
      "Id       key_xxxxxxxxxxxxxxxxxxxxxx
      Account  team-a
      Name     Ada
      Secret   sk-dg-xxxxxxxx…
      State    valid
      Models   echo
      Created  0000-00-00 00:00
      "
    `);
  });

  it("rotates a key: the new secret works, the old one as long as it is told to", async () => {
    const { call, accepts } = await startOnFile();
    const created = await call("keys", "create", "--account", "team-a");
    const first = await call("keys", "rotate", idOf(created), "--overlap", "24h");
    expect(await accepts(secretOf(created))).toBe(true);
    const second = await call("keys", "rotate", idOf(created));
    const secrets = [created, first, second].map(secretOf);
    expect(await Promise.all(secrets.map(accepts))).toEqual([false, false, true]);
  });

  it("revokes a key only if that is confirmed", async () => {
    const { call, accepts, url } = await startOnFile();
    const created = await call("keys", "create", "--account", "team-a", "--name", "Ada");
    const id = idOf(created);
    expect(await run(["keys", "revoke", id, "--url", url], { env })).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "This has to be confirmed, and standard input is not a terminal.\nAdd --yes to confirm it.\n",
    });
    expect(await accepts(secretOf(created))).toBe(true);
    expect(await call("keys", "revoke", id, "--yes")).toBe(`${id} (Ada) of team-a is revoked.\n`);
    expect(await accepts(secretOf(created))).toBe(false);
    expect(await call("keys", "show", id)).toMatch(/^State +revoked$/m);
  });
});

describe("diglot usage", () => {
  it("shows sums with their total, exactly, and the same from the database", async () => {
    const { call, callDatabase, request } = await startOnFile();
    await request();
    const byDay = await call("usage");
    expect(steady(byDay)).toMatchInlineSnapshot(`
      "Day         Attempts  Input  Output       USD
      0000-00-00         1      2       2  0.000006
      "
    `);
    expect(await callDatabase("usage")).toBe(byDay);
    const json = await call("usage", "--by", "account,model,key", "--json");
    expect(steady(json)).toMatchInlineSnapshot(`
      "{
        "object": "list",
        "data": [
          {
            "object": "usage",
            "model": "echo",
            "key_id": "of-the-config",
            "account_id": "team-a",
            "attempts": 1,
            "input_tokens": 2,
            "cache_read_tokens": 0,
            "cache_write_tokens": 0,
            "cache_write_long_tokens": 0,
            "output_tokens": 2,
            "reasoning_tokens": 0,
            "cost_nano_dollars": 6000,
            "cost_usd": "0.000006000",
            "last_used_at": "0000-00-00T00:00:00.000Z"
          }
        ],
        "start": "0000-00-00",
        "end": "0000-00-00"
      }
      "
    `);
  });

  it("says that nothing was used, and between which days", async () => {
    const { callDatabase } = await startOnFile();
    const days = ["--from", "2026-01-01", "--to", "2026-01-31"];
    expect(await callDatabase("usage", ...days, "--account", "nobody")).toBe(
      "Nothing was used from 2026-01-01 to 2026-01-31.\n",
    );
  });
});

describe("diglot credit", () => {
  it("gives a credit once for each id, takes back, and shows what is left", async () => {
    const { call, callDatabase, request } = await startOnFile();
    const given = await call("credit", "add", "team-a", "25.00", "--id", "invoice-17");
    expect(given).toMatchInlineSnapshot(`
      "team-a has the credit invoice-17 of 25.00 dollars.

      Account  Credit  Spent  Reserved  Available
      team-a    25.00   0.00      0.00      25.00
      "
    `);
    expect(await callDatabase("credit", "add", "team-a", "25", "--id", "invoice-17")).toContain(
      "team-a    25.00   0.00      0.00      25.00",
    );
    await call("credit", "add", "team-a", "-5.00", "--note", "returned");
    await request();
    expect(await call("credit", "show")).toMatchInlineSnapshot(`
      "Account  Credit     Spent  Reserved  Available  Next request
      team-a    20.00  0.000006      0.00  19.999994  at most $19.999994, by its credit
      "
    `);
    expect(JSON.parse(await callDatabase("credit", "show", "team-a", "--json"))).toEqual(
      JSON.parse(await call("credit", "show", "team-a", "--json")),
    );
  });

  it("says that it knows nothing of an account, which may be mistyped", async () => {
    const { url } = await startOnFile();
    const shown = await run(["credit", "show", "taem-a", "--url", url], { env });
    expect(shown).toEqual({
      code: 0,
      stdout: expect.stringContaining("taem-a   no credit   0.00      0.00  unlimited\n"),
      stderr: "Nothing is known of this account: no credit, no budget and no usage.\n",
    });
  });
});

describe("DIGLOT_URL", () => {
  it("is the gateway that is asked, behind every option", async () => {
    const { url, database } = await startOnFile();
    const env = { DIGLOT_ADMIN_CREDENTIAL: credential, DIGLOT_URL: url };
    await run(["credit", "add", "team-u", "1", "--url", url], { env });
    expect((await run(["credit", "show"], { env })).stdout).toContain("team-u");
    const elsewhere = { ...env, DIGLOT_URL: "http://127.0.0.1:1" };
    expect((await run(["credit", "show", "-d", database], { env: elsewhere })).code).toBe(0);
    const { code, stderr } = await run(["credit", "show"], { env: elsewhere });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("127.0.0.1:1"),
    });
  });
});

describe("the next request of an account", () => {
  it("is refused, limited or unlimited, as the gateway of the database would treat it", async () => {
    const { callDatabase, database } = await startOnFile();
    for (const [account, usd] of [
      ["used-up", "0"],
      ["rich", "5.50"],
    ] as const) {
      await callDatabase("credit", "add", account, usd);
    }
    await callDatabase("budgets", "set", "day", "0.25", "--account", "rich");
    await callDatabase("keys", "create", "--account", "unknown");
    const store = { type: "sqlite", path: database };
    const show = async (unknownAccounts: string) => {
      const file = newFile("diglot.config.json", { store, unknownAccounts });
      return output(["credit", "show", "--config", file]);
    };
    expect(await show("refuse")).toMatchInlineSnapshot(`
      "Account     Credit  Spent  Reserved  Available  Next request
      rich          5.50   0.00      0.00       5.50  at most $0.25, by its budget of the day
      unknown  no credit   0.00      0.00             refused: no credit and no budget
      used-up       0.00   0.00      0.00       0.00  refused: its credit is used up
      "
    `);
    expect(await show("unlimited")).toMatch(/unknown +no credit +0\.00 +0\.00 +unlimited\n/);
    const { stderr } = await run(["credit", "show", "--database", database]);
    expect(stderr).toContain("are unlimited unless the gateway refuses them");
  });
});

describe("diglot budgets", () => {
  it("sets, shows and removes what an account and a key may spend", async () => {
    const { call, callDatabase } = await startOnFile();
    const id = idOf(await call("keys", "create", "--account", "team-a"));
    await call("budgets", "set", "total", "5", "--key", id);
    const zone = ["--time-zone", "Europe/Berlin"];
    await callDatabase("budgets", "set", "month", "20.005", "--account", "team-a", ...zone);
    const budgets = await call("budgets", "show", "--account", "team-a");
    expect(steady(budgets)).toMatchInlineSnapshot(`
      "Period  Key                         Budget  Spent  Reserved  Available  Renews (UTC)      Time zone
      month                               20.005   0.00      0.00     20.005  0000-00-00 00:00  Europe/Berlin
      total   key_xxxxxxxxxxxxxxxxxxxxxx   5.000   0.00      0.00      5.000                    UTC
      "
    `);
    expect(await call("keys", "show", id)).toContain("total");
    expect(await call("credit", "show", "team-a")).toContain("Europe/Berlin");
    expect(await call("budgets", "remove", "total", "--key", id)).toBe("There are no budgets.\n");
  });
});

describe("diglot limits", () => {
  it("limits all keys of an account together, and lifts what is not named", async () => {
    const { call, callDatabase, statusFor } = await startOnFile();
    const given = ["--concurrent-requests", "4", "--requests-per-minute", "1"];
    expect(await callDatabase("limits", "set", "team-b", ...given)).toBe(
      "team-b is limited to 1 request a minute, 4 requests at once.\n" +
        "This holds for keys that were issued. Keys that stand in a configuration, and accounts that it limits, have the limits of the configuration.\n",
    );
    const secret = secretOf(await call("keys", "create", "--account", "team-b"));
    const other = secretOf(await call("keys", "create", "--account", "team-b"));
    expect([await statusFor(secret), await statusFor(other)]).toEqual([200, 429]);
    const set = await call("limits", "set", "team-b", "--concurrent-requests", "2", "--json");
    expect(JSON.parse(set)).toEqual({
      object: "account_limits",
      account_id: "team-b",
      limits: { concurrent_requests: 2 },
    });
    expect(await statusFor(other)).toBe(200);
    expect(await call("limits", "remove", "team-b")).toBe("team-b has no limits of its own.\n");
  });

  it("asks for a limit", async () => {
    const { database } = await startOnFile();
    const { code, stderr } = await run(["limits", "set", "team-b", "--database", database]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("No limit is named.\nName all that the account is to have"),
    });
  });
});

describe("diglot export", () => {
  it("writes the rows as CSV or NDJSON, and says where the next export begins", async () => {
    const { url, database, request } = await startOnFile();
    await request();
    await request();
    const csv = await run(["export", "--url", url], { env });
    expect(csv).toMatchObject({ code: 0, stderr: "The next export continues with --after 2\n" });
    const [header, ...rows] = csv.stdout.trimEnd().split("\r\n");
    expect(header).toMatch(/^attempt_id,request_id,account_id,/);
    expect(rows).toEqual([expect.stringContaining("team-a"), expect.stringContaining("team-a")]);
    const args = ["--database", database, "--format", "ndjson", "--after", "1"];
    const { stdout } = await run(["export", ...args]);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ accountId: "team-a", state: "settled" }]);
  });

  it("continues where the last export with the same cursor has ended", async () => {
    const { database, request } = await startOnFile();
    const cursor = join(newFolder(), "cursor");
    const lines = async () => {
      const { stderr, stdout } = await run(["export", "-d", database, "--cursor", cursor]);
      expect(stderr).toBe("");
      return stdout.split("\n").length - 1;
    };
    await request();
    expect(await lines()).toBe(2);
    expect(await lines()).toBe(1);
    await request();
    expect(await lines()).toBe(2);
  });
});

describe("what cannot be done", () => {
  it("is a credential that the gateway does not know, or none", async () => {
    const { url } = await startOnFile();
    const refused = {
      code: 2,
      stdout: "",
      stderr: `${url} needs the credential of an administrator. None was sent, or it was wrong.\nSet the variable DIGLOT_ADMIN_CREDENTIAL to the credential of its admin endpoints.\n`,
    };
    expect(await run(["keys", "list", "--url", url])).toEqual(refused);
    const wrong = ["--credential", "another-credential"];
    expect(await run(["keys", "list", "--url", url, ...wrong], { env })).toEqual(refused);
  });

  it("is what the gateway refuses, in its own words", async () => {
    const { url } = await startOnFile();
    const refuse = (...args: readonly string[]) => run([...args, "--url", url], { env });
    expect(await refuse("keys", "show", "key_unknown")).toEqual({
      code: 1,
      stdout: "",
      stderr: "There is no key with this id.\n",
    });
    expect(await refuse("keys", "create", "--account", "a", "--model", "eco")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'models[0]: no model has the id "eco"; use "echo".\n',
    });
    expect(await refuse("credit", "add", "team-a", "lots")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("usd must be a decimal number of at most 9 decimals"),
    });
  });

  it("is a gateway that is not there, or that has no admin endpoints", async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect(await run(["usage", "--url", `${url}/v1`], { env })).toEqual({
      code: 2,
      stdout: "",
      stderr: `${url} cannot be reached (ECONNREFUSED).\nStart the gateway, name its address with --url, or use its database: --database.\n`,
    });
    const without = await serve({ "*": { status: 404, text: "<html></html>" } });
    expect(await run(["usage", "--url", without], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${without} has no admin endpoints (status 404).\n`),
    });
    const another = await serve({ "*": { status: 200, text: "Hello" } });
    expect(await run(["usage", "--url", another], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${another} does not answer as a Diglot gateway does.\n`),
    });
  });

  it("is a redirect, which would give the credential to another host", async () => {
    const other = await serve({ "*": () => expect.unreachable("The other host was asked.") });
    const headers = { location: `${other}/admin/keys` };
    const url = await serve({ "*": { status: 302, headers } });
    expect(await run(["keys", "list", "--url", url], { env })).toMatchObject({ code: 2 });
  });

  it("is a database that is not there, whose password is not shown", async () => {
    const place = join(newFolder(), "none.sqlite");
    expect(await run(["usage", "--database", place])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${place} does not exist.\n`),
    });
    const address = `127.0.0.1:${await closedPort()}/diglot`;
    const missing = await run(["usage", "-d", `postgres://me:canary@${address}`]);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('The store of type "postgres" cannot be opened');
    expect(missing.stderr).not.toContain("canary");
  });

  it("is more than one gateway at a time", async () => {
    const args = ["usage", "--url", "http://127.0.0.1:1", "--database", "usage.sqlite"];
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).toContain("'--url <url>' cannot be used with option '-d, --database <place>'");
  });

  it("is a configuration that keeps everything in memory", async () => {
    const config = newFile("diglot.config.json", {});
    expect(await run(["usage", "--config", config])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/names no database.*\nAsk the running gateway instead: --url/),
    });
  });

  it.each([
    [["usage", "--by", "week"], "It must be one or more of day, model, key, account"],
    [["usage", "--from", "2026-02-30"], "It must be a day such as 2026-11-01."],
    [["keys", "rotate", "key_1", "--overlap", "1w"], "It must be a time such as 90s"],
    [["keys", "create", "-a", "x", "--expires", "soon"], "It must be a day such as 2027-01-31"],
    [["keys", "create", "-a", "x", "--concurrent-requests", "0"], "a whole number above 0"],
    [["keys", "create"], "required option '-a, --account <id>' not specified"],
    [["keys", "list", "--url", "localhost"], "It must be an address such as"],
    [["budgets", "show"], "Add --account or --key with an id."],
  ])("is %j", async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});

describe("the database of a gateway", () => {
  it("is found by the variable, or by the configuration whose other variables are not set", async () => {
    const { database, call } = await startOnFile();
    const id = idOf(await call("keys", "create", "--account", "team-a"));
    const listed = await run(["keys", "list"], { env: { DIGLOT_DATABASE: database } });
    expect(listed.stdout).toContain(id);
    const config = newFile("diglot.config.json", {
      store: { type: "sqlite", path: `\${USAGE_FILE}` },
      upstreams: { remote: { baseUrl: "http://127.0.0.1:1", apiKey: `\${KEY_THAT_IS_NOT_SET}` } },
    });
    const env = { USAGE_FILE: database };
    const { stdout } = await run(["keys", "list", "--config", config], { env });
    expect(stdout).toBe(listed.stdout);
  });

  it("may be PostgreSQL", needsPostgres, async () => {
    const schema = `admin_${process.pid}_${Date.now()}`;
    onTestFinished(() => dropSchema(schema));
    const store = { type: "postgres", url: postgresUrl(), schema };
    const { config, url, accepts, request } = await startAdminGateway(store);
    const created = await output(["keys", "create", "--account", "team-b", "--config", config]);
    expect(await accepts(secretOf(created))).toBe(true);
    await request();
    const usage = await output(["usage", "--by", "model", "--config", config]);
    expect(usage).toMatchInlineSnapshot(`
      "Model  Attempts  Input  Output       USD
      echo          1      2       2  0.000006
      "
    `);
    expect(await output(["usage", "--by", "model", "--url", url])).toBe(usage);
  });
});
