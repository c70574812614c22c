import { describe, expect, test } from "vitest";
import { type Administrator, mayUse, type Permission } from "~/platform/auth/permission";
import { permissionRooms, personRoom, roomsOf } from "~/platform/realtime/rooms";

const administrator = (changes: Partial<Administrator> = {}): Administrator => ({
  id: "7",
  name: "Sam",
  email: "sam@x.example",
  isOwner: false,
  flags: [],
  tabLimits: {},
  ...changes,
});

const limitedTo = (...tabs: string[]) =>
  administrator({ flags: ["showPromotion"], tabLimits: { showPromotion: tabs } });
const promotionTab: Permission = { flag: "showPromotion", tabs: ["LoyaltyOrder"] };

describe("mayUse", () => {
  test.each<[string, Administrator, Permission, boolean]>([
    ["signed in, for signed-in", administrator(), "signed-in", true],
    ["without the flag", administrator(), "showStudents", false],
    ["with the flag", administrator({ flags: ["showStudents"] }), "showStudents", true],
    ["with another flag", administrator({ flags: ["showStaff"] }), "showStudents", false],
    ["with the flag in lower case", administrator({ flags: ["showstudents"] }), "showStudents", false],
    [
      "with one of several flags",
      administrator({ flags: ["showStaff"] }),
      ["showStudents", "showStaff"],
      true,
    ],
    [
      "with none of several flags",
      administrator({ flags: ["showCredits"] }),
      ["showStudents", "showStaff"],
      false,
    ],
    ["with an empty list of flags", administrator({ flags: ["showStudents"] }), [], false],
    ["with a flag named owner", administrator({ flags: ["owner", "showStudents"] }), "owner", false],
    [
      "with one of the tabs",
      limitedTo("LoyaltyOrder"),
      { flag: "showPromotion", tabs: ["AllSubmissions", "LoyaltyOrder"] },
      true,
    ],
    ["with another tab", limitedTo("DenyList"), { flag: "showPromotion", tabs: ["LoyaltyOrder"] }, false],
    ["with a tab limit, for what has no tab", limitedTo("LoyaltyOrder"), "showPromotion", false],
    ["with a tab limit but no flag", { ...limitedTo("LoyaltyOrder"), flags: [] }, promotionTab, false],
    ["with all tabs", administrator({ flags: ["showPromotion"] }), promotionTab, true],
    ["with one of several, a tab", limitedTo("LoyaltyOrder"), ["showStudents", promotionTab], true],
    ["as the owner, for owner", administrator({ isOwner: true }), "owner", true],
    ["as the owner, for a flag", administrator({ isOwner: true }), "showStudents", true],
  ])("%s", (_case, subject, permission, expected) => {
    expect(mayUse(subject, permission)).toBe(expected);
  });
});

test("an administrator's rooms are those of their shop, flags and tabs only", () => {
  const tabs: Permission[] = ["media", "sync"].map((tab) => ({ flag: "showProductMedia", tabs: [tab] }));
  const all: Permission[] = ["signed-in", "owner", "showStudents", "showCredits", ...tabs];
  const rooms = roomsOf("a.myshopify.com", administrator({ flags: ["showStudents"] }), all);
  expect(rooms).toEqual([
    personRoom("a.myshopify.com", "7"),
    ...permissionRooms("a.myshopify.com", "signed-in"),
    ...permissionRooms("a.myshopify.com", "showStudents"),
  ]);
  const elsewhere = roomsOf("b.myshopify.com", administrator({ flags: ["showStudents"] }), all);
  expect(rooms.filter((room) => elsewhere.includes(room))).toEqual([]);
  const roomsWith = (changes: Partial<Administrator>) =>
    roomsOf("a", administrator({ flags: ["showProductMedia"], ...changes }), tabs).slice(1);
  const [media, sync] = tabs.flatMap((tab) => permissionRooms("a", tab));
  expect(roomsWith({})).toEqual([media, sync]);
  expect(roomsWith({ tabLimits: { showProductMedia: ["sync"] } })).toEqual([sync]);
  expect(roomsWith({ tabLimits: { showProductMedia: ["sync"] }, isOwner: true })).toEqual([media, sync]);
  expect(roomsWith({ flags: [] })).toEqual([]);
  // Who is in several of its rooms gets a message once.
  expect(permissionRooms("a", ["showA", { flag: "showProductMedia", tabs: ["media", "sync"] }])).toEqual([
    "a|may:showA",
    media,
    sync,
  ]);
});
