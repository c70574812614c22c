import { describe, expect, test } from "vitest";
import { type Administrator, mayUse, type Permission } from "~/platform/auth/permission";
import { permissionRoom, personRoom, roomsOf } from "~/platform/realtime/rooms";

const somebody = (changes: Partial<Administrator> = {}): Administrator => ({
  id: "7",
  name: "Sam",
  email: "sam@x.example",
  isOwner: false,
  flags: [],
  tabLimits: {},
  ...changes,
});

describe("who may use what", () => {
  test.each<[string, Administrator, Permission, boolean]>([
    ["every signed-in administrator", somebody(), "signed-in", true],
    ["not without the flag", somebody(), "showStudents", false],
    ["who has the flag", somebody({ flags: ["showStudents"] }), "showStudents", true],
    ["not with another flag", somebody({ flags: ["showStaff"] }), "showStudents", false],
    ["not with a flag in other letters", somebody({ flags: ["showstudents"] }), "showStudents", false],
    ["with one of several", somebody({ flags: ["showStaff"] }), ["showStudents", "showStaff"], true],
    ["with none of several", somebody({ flags: ["showCredits"] }), ["showStudents", "showStaff"], false],
    ["not by an empty choice", somebody({ flags: ["showStudents"] }), [], false],
    ["not the owner's by any flag", somebody({ flags: ["owner", "showStudents"] }), "owner", false],
    ["the owner everything", somebody({ isOwner: true }), "owner", true],
    ["the owner without flags", somebody({ isOwner: true }), "showStudents", true],
  ])("%s", (_who, administrator, permission, may) => {
    expect(mayUse(administrator, permission)).toBe(may);
  });
});

test("a person's rooms are those of their shop and their flags, and no others", () => {
  const all: Permission[] = ["signed-in", "owner", "showStudents", "showCredits"];
  const rooms = roomsOf("a.myshopify.com", somebody({ flags: ["showStudents"] }), all);
  expect(rooms).toEqual([
    personRoom("a.myshopify.com", "7"),
    permissionRoom("a.myshopify.com", "signed-in"),
    permissionRoom("a.myshopify.com", "showStudents"),
  ]);
  const elsewhere = roomsOf("b.myshopify.com", somebody({ flags: ["showStudents"] }), all);
  expect(rooms.filter((room) => elsewhere.includes(room))).toEqual([]);
  expect(permissionRoom("a", ["showB", "showA"])).toBe(permissionRoom("a", ["showA", "showB"]));
});
