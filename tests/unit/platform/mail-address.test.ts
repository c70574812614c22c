import { describe, expect, it } from "vitest";
import { isMailAddress, oneLine, readMailbox } from "~/platform/mail-address";

describe("an email address", () => {
  it.each(["ana@example.com", "a.b+c_d'e@sub.example-school.co.uk", "info@büro.example"])(
    "%s is one",
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    "ana@example.com\r\nBcc: eve@example.com",
    "ana@example.com\nSubject: x",
    "ana@example.com,eve@example.com",
    "ana@example.com;eve@example.com",
    "ana@example.com eve@example.com",
    "Ana <ana@example.com>",
    '"ana@example.com eve"@example.com',
    "ana@eve@example.com",
    "ana(eve)@example.com",
    "Bcc:ana@example.com",
    "ana@[127.0.0.1]",
    "ana@localhost",
    ".ana@example.com",
    "ana@example..com",
    "ana@-example.com",
    "ana\u2028@example.com",
    `${"a".repeat(65)}@example.com`,
    `ana@${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}.com`,
    "@example.com",
    "ana@",
    "",
  ])("%j is none", (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe("a mailbox", () => {
  it.each([
    ["Backroom <no-reply@example.com>", { name: "Backroom", email: "no-reply@example.com" }],
    ['"The Shop" <shop@example.com>', { name: "The Shop", email: "shop@example.com" }],
    [" shop@example.com ", { email: "shop@example.com" }],
  ])("%s is read", (text, mailbox) => {
    expect(readMailbox(text)).toEqual(mailbox);
  });

  it.each([
    "",
    "not-an-address",
    "A <a@example.com>, B <b@example.com>",
    "A <a@example.com> Bcc: <b@example.com>",
  ])("%j is none", (text) => {
    expect(readMailbox(text)).toBeNull();
  });
});

it("a header value is one line", () => {
  expect(oneLine("Hello\r\nBcc: eve@example.com\u2028x\0")).toBe("Hello Bcc: eve@example.com x");
});
