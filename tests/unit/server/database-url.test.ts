import { expect, test } from "vitest";
import { parseDatabaseUrl } from "~/platform/db/database-url";

test("a connection string with one host stays as it is", () => {
  for (const url of [
    "postgres://app:secret@db.example:5433/backroom?sslmode=require",
    "postgres://app@/backroom?host=%2Frun%2Fpostgresql",
    "postgresql://[::1]:5432/backroom",
  ])
    expect(parseDatabaseUrl(url)).toEqual({ url, hosts: [] });
});

test("several hosts are searched for the primary", () => {
  expect(
    parseDatabaseUrl(
      "postgres://app:s%40@a.example,[::1]:5433/backroom?target_session_attrs=read-write&sslmode=require",
    ),
  ).toEqual({
    url: "postgres://app:s%40@a.example:5432/backroom?sslmode=require",
    hosts: [
      { host: "a.example", port: 5432 },
      { host: "::1", port: 5433 },
    ],
  });
});

test("what can't be used is refused with what is wrong", () => {
  const refusal = (url: string) => () => parseDatabaseUrl(url);
  expect(refusal("mysql://x")).toThrow("must start with postgres://");
  expect(refusal("postgres://a,b/x?target_session_attrs=any")).toThrow(
    /target_session_attrs=any.*read-write/,
  );
  expect(refusal("postgres://a:70000,b/x")).toThrow('has the host "a:70000"');
  expect(refusal("postgres://a,,b/x")).toThrow('has the host ""');
  expect(refusal("postgres://u:50%@a,b/x")).toThrow("percent-encode");
});
