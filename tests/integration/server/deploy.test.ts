/** What `deploy/` configures is what the processes need. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { workerEnvironment } from "../../../server/environment.ts";

const read = (name: string) => fs.readFileSync(`deploy/${name}`, "utf8");
const isInstalled = (program: string) => !spawnSync(program, ["-v"]).error;

test("the processes' variables are the ones that compose.yaml sets, from those of example.env", () => {
  const compose = read("compose.yaml");
  const given = Object.fromEntries(
    read("example.env")
      .split("\n")
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => {
        const [name = "", value] = line.split("=");
        return [name, value || "secretsecretsecret"];
      }),
  );
  const variables = /environment: &variables\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? "";
  const environment = Object.fromEntries(
    [...variables.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.replace(/\$\{(\w+)(:[?-])?\}/g, (_all, used: string) => {
        expect(given, used).toHaveProperty(used);
        return given[used] ?? "";
      }),
    ]),
  );
  const parsed = workerEnvironment({
    ...environment,
    NODE_ENV: "production",
    SMTP_URL: "smtps://mail.example",
    MAIL_FROM: "shop@backroom.example",
  });
  expect(parsed).toMatchObject({ METRICS_PORT: 9_464, METRICS_BIND: "0.0.0.0" });
  expect(parsed.DATABASE_URL).toContain("@pgbouncer:6432/backroom");
});

test("pgbouncer and PostgreSQL have connections for two web processes, two workers, and one more of each", () => {
  const needed = 3 * 18 + 3 * 30;
  const pool = Number(/default_pool_size = (\d+)/.exec(read("pgbouncer.ini"))?.[1]);
  const server = Number(/max_connections=(\d+)/.exec(read("compose.yaml"))?.[1]);
  expect(pool).toBeGreaterThanOrEqual(needed);
  expect(server).toBeGreaterThan(pool + 3);
});

test("the image has each program that a process runs as a file", () => {
  const programs = fs
    .readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => path.join("app", name));
  const copies = fs.readFileSync("Dockerfile", "utf8").matchAll(/\/backroom\/(app\/\S+\.mjs)/g);
  expect(Array.from(copies, ([, name]) => name).sort()).toEqual(programs.sort());
});

test("HAProxy and Prometheus reach every process of compose.yaml", () => {
  const services = [...read("compose.yaml").matchAll(/^ {2}((?:web|worker)-\d): /gm)].map(([, name]) => name);
  expect(services).toEqual(["web-1", "web-2", "worker-1", "worker-2"]);
  const targets = [...read("prometheus.yaml").matchAll(/"([\w-]+):9464"/g)].map(([, name]) => name);
  expect(targets).toEqual(services);
  const servers = [...read("haproxy.cfg").matchAll(/server ([\w-]+) ([\w-]+):3000/g)];
  expect(servers.map(([, name]) => name)).toEqual(services.filter((name) => name?.startsWith("web")));
});

// `npm test` lists the line (server/setup/step.ts). A skipped test would fail it.
for (const program of ["haproxy", "promtool"])
  if (!isInstalled(program))
    process.stdout.write(`Not run: the check of its configuration, because ${program} isn't installed.\n`);

(isInstalled("haproxy") ? test : () => {})("HAProxy takes its configuration", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-haproxy-"));
  try {
    const configuration = read("haproxy.cfg")
      .replace("  bind :8443 ssl crt /certificates/ alpn h2,http/1.1\n", "")
      .replace(/web-\d:3000/g, "127.0.0.1:3000");
    fs.writeFileSync(path.join(folder, "haproxy.cfg"), configuration);
    const { status, stdout, stderr } = spawnSync("haproxy", ["-c", "-f", path.join(folder, "haproxy.cfg")], {
      encoding: "utf8",
    });
    expect(status, stdout + stderr).toBe(0);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

(isInstalled("promtool") ? test : () => {})("Prometheus takes its configuration", () => {
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "config", "deploy/prometheus.yaml"], {
    encoding: "utf8",
  });
  expect(status, stdout + stderr).toBe(0);
});
