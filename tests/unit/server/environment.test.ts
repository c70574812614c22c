import { describe, expect, it } from "vitest";
import { portFrom, webEnvironment, workerEnvironment } from "../../../server/environment.ts";

const complete: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  DATABASE_URL: "postgres://app@/backroom?host=/run/postgresql",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_APP_URL: "https://backroom.example",
};

describe("the web process's environment", () => {
  it("takes what is set and fills in the rest", () => {
    const environment = webEnvironment({ ...complete, PORT: "8080" });
    expect(environment).toMatchObject({ PORT: 8080, MAX_REQUESTS_IN_FLIGHT: 256 });
    expect(environment.BACKEND_URL).toBeUndefined();
  });

  it("names every variable that is missing or wrong, an empty one among them", () => {
    const broken = { ...complete, DATABASE_URL: "mysql://x", SHOPIFY_APP_URL: "", PORT: "eighty" };
    expect(() => webEnvironment(broken)).toThrow(
      /DATABASE_URL must start with postgres:\/\/[\s\S]*SHOPIFY_APP_URL is missing[\s\S]*PORT must be a number/,
    );
  });

  it("refuses an app's address over http in production, except on this machine", () => {
    const production: NodeJS.ProcessEnv = { ...complete, NODE_ENV: "production" };
    const read = (SHOPIFY_APP_URL: string) => webEnvironment({ ...production, SHOPIFY_APP_URL });
    expect(() => read("http://backroom.example")).toThrow(/^SHOPIFY_APP_URL must start with https:/);
    for (const address of [
      "https://backroom.example",
      "http://localhost:3000",
      "http://127.0.0.1",
      "http://[::1]:3000",
    ])
      expect(read(address).SHOPIFY_APP_URL).toBe(address);
  });

  it("refuses the local store's key in production, unless only this machine reaches the app", () => {
    const local: NodeJS.ProcessEnv = {
      ...complete,
      NODE_ENV: "production",
      SHOPIFY_API_KEY: "backroom-local",
    };
    expect(() => webEnvironment(local)).toThrow(/^SHOPIFY_API_KEY is "backroom-local"/);
    expect(() => workerEnvironment(local)).toThrow(/^SHOPIFY_API_KEY is "backroom-local"/);
    expect(webEnvironment({ ...local, SHOPIFY_APP_URL: "http://localhost:3000" }).PORT).toBe(3000);
  });

  it("refuses a log level, a pool or scopes that would only fail later, or silently be another value", () => {
    const refusal = (variables: Record<string, string>) => () =>
      webEnvironment({ ...complete, ...variables });
    expect(refusal({ LOG_LEVEL: "verbose" })).toThrow(/^LOG_LEVEL must be one of trace, debug, info/);
    expect(refusal({ DATABASE_POOL: "many" })).toThrow(/^DATABASE_POOL must be a number/);
    expect(refusal({ SCOPES: "read customers" })).toThrow(/^SCOPES must be Shopify's names of scopes/);
    expect(
      workerEnvironment({ ...complete, LOG_LEVEL: "", SCOPES: "read_customers,write_customers" }),
    ).toMatchObject({
      DATABASE_POOL: 15,
    });
  });

  it("takes an IP address to listen on", () => {
    expect(webEnvironment({ ...complete, BACKROOM_BIND: "0.0.0.0" }).BACKROOM_BIND).toBe("0.0.0.0");
    expect(() => webEnvironment({ ...complete, BACKROOM_BIND: "everywhere" })).toThrow(
      /^BACKROOM_BIND must be/,
    );
  });

  it("reads the trusted proxies and refuses invalid addresses", () => {
    const read = (TRUSTED_PROXIES: string) =>
      webEnvironment({ ...complete, TRUSTED_PROXIES }).TRUSTED_PROXIES;
    expect(read("")).toEqual([]);
    expect(read("203.0.113.7, 2001:db8::/32")).toEqual(["203.0.113.7", "2001:db8::/32"]);
    for (const wrong of ["all", "203.0.113.0/33", "1.2.3.4/8/8", "2001:db8::/x"])
      expect(() => read(wrong)).toThrow(/^TRUSTED_PROXIES must be addresses/);
  });

  it("names what it can't read of the allowed servers", () => {
    expect(() => workerEnvironment({ ...complete, OUTBOUND_ALLOW: "10.0.0.0/8, solr" })).toThrow(
      'OUTBOUND_ALLOW is refused: "solr" is neither a network such as 10.20.0.0/16 nor a server',
    );
  });

  it.each(["0", "65536", "80.5", "-1"])("refuses the port %s by the variable's name", (port) => {
    expect(() => portFrom({ ...complete, LOCAL_STORE_PORT: port }, "LOCAL_STORE_PORT", 3100)).toThrow(
      /^LOCAL_STORE_PORT must be/,
    );
  });
});
