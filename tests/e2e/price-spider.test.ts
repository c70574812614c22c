/** The screen PriceSpider: settings are saved, then a transfer by SFTP is followed live to its log. */
import { expect, test } from "vitest";
import { backroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { waitForLive } from "../support/students-page.ts";
import { DEMO } from "../support/test-shop.ts";

interface Servers {
  feedUrl: string;
  host: string;
  sftpPort: number;
  user: string;
  password: string;
  uploadDir: string;
  files: { name: string; size: number }[];
}

const readServers = async (): Promise<Servers> =>
  (await fetch(`${backroom().localStoreUrl}/pricespider.json?shop=${DEMO}`)).json() as Promise<Servers>;

test("settings are updated, and the feed is transferred with its log", async () => {
  const { feedUrl, host, sftpPort, user, password, uploadDir } = await readServers();
  const { app, page } = await openAdmin({ path: "/priceSpider" });
  await waitForLive(app);
  const field = (name: string) => app.getByRole("textbox", { name, exact: true });
  await field("Url").fill(feedUrl);
  await field("Host").fill(host);
  await field("Port").fill(String(sftpPort));
  await field("User").fill(user);
  await app.getByLabel("Password", { exact: true }).fill(password);
  await field("Upload Directory").fill(uploadDir);
  await app.getByRole("combobox", { name: "FTP Client" }).selectOption("SFTP");
  await app.getByRole("checkbox", { name: "Enable" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Settings updated").waitFor();
  await app.getByText(/^A password is stored/).waitFor();

  await app.getByRole("button", { name: "Update PriceSpider" }).click();
  await app.getByText("PriceSpider updated").waitFor();
  const { files } = await readServers();
  expect(files.map(({ name }) => name)).toEqual(["pricespider.csv"]);
  const newest = app.getByRole("table", { name: "runs" }).locator("tbody").getByRole("row").first();
  await newest.getByRole("link").click();
  await app
    .getByRole("table", { name: "log lines" })
    .getByText(/^Renamed to pricespider\.csv\./)
    .waitFor();
});
