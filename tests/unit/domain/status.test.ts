import { expect, test } from "vitest";
import {
  isTransition,
  REGISTRATION_STATUSES,
  REGISTRATION_TABS,
  registrationStatus,
  registrationsOf,
  statusOfTab,
  statusOfTag,
} from "~/domain/registrations/status";

test("only the specified status changes are allowed", () => {
  const moves = REGISTRATION_STATUSES.flatMap((from) =>
    REGISTRATION_STATUSES.filter((to) => isTransition(from, to)).map((to) => `${from} to ${to}`),
  );
  expect(moves).toEqual([
    "pending to approved",
    "pending to disabled",
    "approved to disabled",
    "disabled to approved",
  ]);
});

test("a waiting person is Pending in the store, and every other tab is a status", () => {
  expect(REGISTRATION_TABS.map(statusOfTab)).toEqual(["pending", "pending", "approved", "disabled"]);
});

test.each([
  ["Pending", "pending"],
  ["APPROVED", "approved"],
  [" disabled ", "disabled"],
  ["Rejected", null],
  ["Pending2", null],
  ["", null],
])("the tag %j stands for %s", (tag, status) => {
  expect(statusOfTag(tag)).toBe(status);
});

test.each([
  [["UserType:Student", "Pending"], "pending"],
  [["usertype:student", "APPROVED"], "approved"],
  [["UserType:Student", "Approved", "Disabled"], "disabled"],
  [["UserType:Student", "Approved", "Disabled", "Pending"], "pending"],
  [["UserType:Student"], null],
  [["Pending"], null],
  [["UserType:Staff", "Pending"], null],
  [[], null],
])("%j: %s, where the least is granted", (tags, status) => {
  expect(registrationStatus(tags, "student")).toBe(status);
});

test("a kind of registration is recognized by its tag, case-insensitively", () => {
  expect(registrationsOf(["x", "USERTYPE:student"])).toEqual(["student"]);
  expect(registrationsOf(["student"])).toEqual([]);
});
