/** The settings of PriceSpider: what is updated, what is refused and why, and where the password never is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { findText } from "../../guarantees/support/tables.ts";
import { signedInCalls } from "../../support/calls.ts";
import { openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

const PASSWORD = "correct horse 7";
let shop: TestShop;
let ann: Awaited<ReturnType<typeof signedInCalls>>;
let second: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("price_spider_settings");
  ann = await signedInCalls(shop);
  second = await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const SIGN_IN = {
  priceSpiderHost: "ftp.pricespider.example",
  priceSpiderPort: 21,
  priceSpiderUser: "demo",
  priceSpiderPassword: PASSWORD,
};
const failedOf = async (sent: Parameters<typeof ann.priceSpider.update>[0]) => {
  const { failed, problems } = await ann.priceSpider.update(sent);
  return { failed, problems };
};

test("a shop without settings gets the initial ones, and transfers nothing", async () => {
  expect(await ann.priceSpider.read()).toMatchObject({
    msg: "No settings found.",
    settings: { enable: false, ftpClient: "FTP", uploadDir: "/", priceSpiderHost: "" },
    hasPassword: false,
    serverKey: null,
  });
  await expect(ann.priceSpider.transfer()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("turned off"),
  });
});

test("what was sent is updated and answered, and what is missing is named by the transfer", async () => {
  expect(await ann.priceSpider.update({ enable: true, uploadDir: " /incoming/ " })).toEqual({
    status: true,
    msg: "Settings updated",
    failed: [],
    updated: [
      { setting: "uploadDir", value: "/incoming" },
      { setting: "enable", value: true },
    ],
    problems: {},
  });
  await expect(ann.priceSpider.transfer()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Url, Host, Port, User, Password"),
  });
  const url = "https://feeds.example/products.csv?token=feed-secret";
  const { updated } = await ann.priceSpider.update({
    ...SIGN_IN,
    wyomindProductFeedsUrl: url,
    ftpClient: "SFTP",
  });
  expect(updated).toContainEqual({ setting: "priceSpiderPassword", value: "" });
  expect(updated).toContainEqual({ setting: "priceSpiderPort", value: "21" });
  expect(await ann.priceSpider.read()).toMatchObject({
    msg: "Settings found.",
    settings: {
      wyomindProductFeedsUrl: url,
      priceSpiderHost: "ftp.pricespider.example",
      priceSpiderPort: "21",
      priceSpiderPassword: "",
      uploadDir: "/incoming",
      enable: true,
      ftpClient: "SFTP",
    },
    hasPassword: true,
  });
  expect((await second.priceSpider.read()).msg).toBe("No settings found.");
});

test("the password is sealed, and neither it nor the query of the feed is in the record of changes", async () => {
  expect(await findText(PASSWORD)).toEqual([]);
  expect(await findText("feed-secret")).toEqual([expect.stringContaining("settings")]);
  const { rows } = await ann.activity.list({});
  const entry = rows.find(({ action }) => action === "priceSpider.settings");
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: "Host", before: "", after: "ftp.pricespider.example" },
      { field: "Url", before: "", after: "https://feeds.example/products.csv?…" },
      { field: "Password", before: "", after: "a new one" },
    ]),
  );
});

test.each([
  ["wyomindProductFeedsUrl", "http://feeds.example/products.csv", "must start with https://"],
  ["wyomindProductFeedsUrl", "https://10.0.0.8/products.csv", "private network"],
  ["wyomindProductFeedsUrl", "products.csv", "must be an address"],
  ["uploadDir", "/incoming/../..", "without .."],
  ["uploadDir", "/in\r\nDELE x", "control characters"],
  ["enable", "yes", "must be true or false"],
  ["downloadDir", "/tmp", "can't be changed"],
] as const)("%s can't be %j", async (name, value, problem) => {
  const before = await ann.priceSpider.read();
  expect(await failedOf({ [name]: value })).toEqual({
    failed: [name],
    problems: { [name]: expect.stringContaining(problem) },
  });
  expect(await ann.priceSpider.read()).toEqual(before);
});

test.each([
  ["priceSpiderHost", "server", "private network"],
  ["priceSpiderHost", "ftp://pricespider.example", "must be a name"],
  ["priceSpiderHost", "pricespider.example:21", "must be a name"],
  ["priceSpiderHost", "169.254.169.254", "private network"],
  ["priceSpiderHost", "10.1", "private network"],
  ["priceSpiderPort", "25", "must be 21, 22"],
  ["priceSpiderPort", "65536", "must be 21, 22"],
  ["priceSpiderUser", "demo\nPASS x", "control characters"],
  ["priceSpiderPassword", "", "must not be empty"],
  ["ftpClient", "SCP", "must be FTP or SFTP"],
] as const)("with the %s %j, nothing that signs in is updated", async (name, value, problem) => {
  const before = await ann.priceSpider.read();
  const { failed, problems } = await failedOf({ ...SIGN_IN, ftpClient: "FTP", [name]: value });
  expect(problems[name]).toContain(problem);
  expect(failed).toHaveLength(5);
  expect(await ann.priceSpider.read()).toEqual(before);
});

test("valid settings are updated beside one that fails", async () => {
  expect(await ann.priceSpider.update({ enable: false, priceSpiderPort: "99" })).toMatchObject({
    status: false,
    msg: "Not updated: Port",
    failed: ["priceSpiderPort"],
    updated: [{ setting: "enable", value: false }],
  });
});

test("another server or user needs the password again, and a cleared host deletes it", async () => {
  for (const moved of [
    { priceSpiderHost: "other.example" },
    { priceSpiderPort: 2222 },
    { priceSpiderUser: "other" },
    { ftpClient: "FTP" },
  ])
    expect((await failedOf(moved)).failed, JSON.stringify(moved)).toContain("priceSpiderPassword");
  expect((await failedOf({ priceSpiderHost: "other.example", priceSpiderPassword: "new" })).failed).toEqual(
    [],
  );
  expect((await failedOf({ priceSpiderHost: "" })).failed).toEqual([]);
  expect((await ann.priceSpider.read()).hasPassword).toBe(false);
});

test("a password is refused while there is no host to send it to", async () => {
  expect((await ann.priceSpider.read()).settings.priceSpiderHost).toBe("");
  expect(await failedOf({ priceSpiderPassword: PASSWORD })).toEqual({
    failed: ["priceSpiderPassword"],
    problems: { priceSpiderPassword: "needs a host: it is stored for one server" },
  });
  const { failed, problems } = await failedOf({ priceSpiderHost: "server", priceSpiderPassword: PASSWORD });
  expect(failed).toEqual(["priceSpiderHost", "priceSpiderPassword"]);
  expect(problems.priceSpiderPassword).toContain("updated together");
  expect((await ann.priceSpider.read()).hasPassword).toBe(false);
});

test("an unknown setting is refused as a whole", async () => {
  const sent = { enable: true, color: "red" } as Parameters<typeof ann.priceSpider.update>[0];
  await expect(ann.priceSpider.update(sent)).rejects.toMatchObject({ status: 400 });
  await expect(ann.priceSpider.update({})).rejects.toMatchObject({ status: 400 });
  // The idempotency key that a page sends isn't a setting.
  const operationId = crypto.randomUUID();
  await expect(ann.priceSpider.update({ operationId })).rejects.toMatchObject({ status: 400 });
  expect(await ann.priceSpider.update({ uploadDir: "/posted", operationId })).toMatchObject({ status: true });
});
