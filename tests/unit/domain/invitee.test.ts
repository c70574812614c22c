import { describe, expect, test } from "vitest";
import { additionalTags, invitee, isInvitableAddress } from "~/domain/invitations/person";

describe("an invitee", () => {
  test.each(["ana@shop.example", "a.b+c@x.co", "ana@münchen.example"])("%s can be", (address) =>
    expect(isInvitableAddress(address)).toBe(true),
  );
  test.each([
    "",
    "ana",
    "ana@shop",
    "ana@shop.c",
    "ana@shop.abcdefghijklmnop",
    "ana@shop.c0m",
    "ana@shop.example\r\nBcc: eve@x.example",
    "ana@shop.example, eve@x.example",
    "ana@shop.example eve@x.example",
    "Ana <ana@shop.example>",
  ])("%j cannot", (address) => expect(isInvitableAddress(address)).toBe(false));

  test("has a name on one line, and each error has the specification's text", () => {
    const person = { firstName: " Ana\r\nBcc: x ", lastName: "Martin", email: " ana@shop.example " };
    expect(invitee.parse(person)).toEqual({
      firstName: "Ana Bcc: x",
      lastName: "Martin",
      email: "ana@shop.example",
      additionalTags: [],
    });
    const faults = invitee.safeParse({
      firstName: " ",
      lastName: "",
      email: "ana",
      additionalTags: "a".repeat(256),
    });
    expect(faults.error?.issues.map(({ message }) => message)).toEqual([
      "First Name not valid.",
      "Last Name not valid.",
      "Email not valid.",
      "Tags not valid.",
    ]);
  });

  test.each([
    "Approved",
    "vip, pending",
    "DISABLED",
    "UserType:Student",
    "np:Acme",
    "discount_limit:9999",
    "crm_id : 1",
    "mtd",
    "vip, partner",
    "Retiree",
    "Tool-Connect",
    "Invited",
    "event:7",
    "Event : 7",
  ])("does not get the tag %s by being invited", (tags) =>
    expect(additionalTags.safeParse(tags).error?.issues[0]?.message).toMatch(
      /^Tags not valid\. “.+” is set by a decision, an invitation or a field\. Remove it\.$/,
    ),
  );

  test("may have no tags", () => {
    for (const none of ["", null, undefined]) expect(additionalTags.parse(none)).toEqual([]);
  });

  test("has each tag once", () =>
    expect(additionalTags.parse(" VIP, gold ,, vip,a:b")).toEqual(["VIP", "gold", "a:b"]));
});
