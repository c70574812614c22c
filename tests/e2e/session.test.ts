/** Expired session tokens, reloads, and unknown URLs lose nothing and show how to continue. */
import type { Frame, Page, Request } from "playwright";
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { backroom } from "../support/backroom.ts";
import { openAdmin, waitForHydration } from "../support/browser.ts";
import { withMachineFactor } from "../support/machine-factor.ts";
import { pageHtml } from "../support/page-html.ts";
import { countEffectiveMutations, registerStudent, sessionToken } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("a page stays as it is when its token expires, when it fails, is loaded again, on Back, and while another window shows another tab", {
  timeout: withMachineFactor(90_000),
}, async () => {
  const ivy = await registerStudent("Ivy");
  const { app, page, rowOf, search, column, tab, allow } = await openStudents();
  // A page that failed is loaded again.
  allow(/503|SyntaxError|decode/i);
  await page.route(/\/students\.data\?tab=approved/, (route) => route.fulfill({ status: 503, body: "busy" }));
  await tab("Approved").click();
  await app.getByRole("button", { name: "Try again" }).waitFor();
  await page.unrouteAll();
  await app.getByRole("button", { name: "Try again" }).click();
  await app.getByText("Live", { exact: true }).waitFor();
  expect(await tab("Approved").getAttribute("aria-selected")).toBe("true");

  // The token expires before a navigation.
  allow(/responded with a status of 401/);
  const pages = await withOneExpiredToken(page, "GET", "tab=pending");
  await tab("Pending").click();
  await expect.poll(() => tab("Pending").getAttribute("aria-selected")).toBe("true");
  await app.getByRole("table", { name: "students" }).waitFor();
  // The browser may report the two in either order.
  await expect.poll(() => new Set(pages)).toEqual(new Set([200, 401]));
  await page.unrouteAll();

  // The token expires before an action, which is retried with a fresh one.
  await search(ivy.email);
  await rowOf(ivy.email).waitFor();
  await app.getByRole("textbox", { name: "Search" }).fill("typed, not searched yet");
  const answers = await withOneExpiredToken(page, "POST");
  await app.getByRole("button", { name: `Approve ${ivy.name}` }).click();
  await app.getByText(`${ivy.name} is approved.`).waitFor();
  await rowOf(ivy.email).waitFor({ state: "detached" });
  // One refusal and one success, which the browser may report in either order.
  await expect.poll(() => [...answers].sort()).toEqual([200, 401]);
  expect(await countEffectiveMutations(ivy.id)).toEqual({ tagsAdd: 1, tagsRemove: 1 });
  expect(await app.getByRole("textbox", { name: "Search" }).inputValue()).toBe("typed, not searched yet");
  await page.unrouteAll();

  await app.getByRole("textbox", { name: "Search" }).focus();
  await app.getByRole("button", { name: "Clear" }).click();
  await tab("Rejected").click();
  await expect.poll(() => tab("Rejected").getAttribute("aria-selected")).toBe("true");
  await app.getByRole("columnheader", { name: "Email" }).getByRole("link", { name: "Email" }).click();
  await expect.poll(() => page.url()).toContain("sort=email");
  const frame = frameOf(page);
  expect(frame.url()).not.toContain("id_token");
  // Without a token in the URL.
  await frame.evaluate(() => location.reload());
  await waitForHydration(page);
  await app.getByText("Live", { exact: true }).waitFor();
  expect(await tab("Rejected").getAttribute("aria-selected")).toBe("true");
  expect(await app.getByRole("columnheader", { name: "Email" }).getAttribute("aria-sort")).toBe("ascending");

  const other = await page.context().newPage();
  await other.goto(page.url().replace(/\?.*$/, "?tab=approved&administrator=1"));
  await other.frameLocator("iframe").getByRole("tab", { name: "Approved", selected: true }).waitFor();
  await other.close();
  await page.bringToFront();
  const refreshed = page.waitForResponse((response) => response.url().includes("/students.data"));
  await app.getByRole("button", { name: "Refresh" }).click();
  expect((await refreshed).url()).toContain("tab=disabled");
  expect(await tab("Rejected").getAttribute("aria-selected")).toBe("true");

  const before = await column("Email");
  await search("@mail.");
  const isFound = async () => (await column("Email")).every((email) => email.includes("@mail."));
  await expect.poll(isFound).toBe(true);
  await page.goBack();
  await expect.poll(() => column("Email")).toEqual(before);
  expect(await app.getByRole("textbox", { name: "Search" }).inputValue()).toBe("");

  await search("@mail.");
  await expect.poll(() => page.url()).toContain("q=%40mail.");
  await page.reload();
  await app.getByText("Live", { exact: true }).waitFor();
  expect(await app.getByRole("textbox", { name: "Search" }).inputValue()).toBe("@mail.");
  expect(await isFound()).toBe(true);
});

test("an address that opens nothing shows an error with a link, and a form waits for the script, which adds the session token", async () => {
  // Without a giveaway, the tab has no form.
  const { status } = await callApi("1", "POST", "/giveaways", { name: "Before the script" });
  expect(status).toBe(200);
  const { app, page, allow } = await openAdmin({ path: "/there-is-no-such-page" });
  allow(/responded with a status of 404/);
  await app.getByRole("heading", { name: "Page not found" }).waitFor();
  await app.getByRole("link", { name: "Go to the home page" }).click();
  await app.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/apps\/backroom\/?$/);

  // The address of a page's data.
  expect(await pageHtml("/credits/approvals/1", "1")).toContain(">Page not found<");
  const unsorted = await pageHtml("/students?sort=shoe-size+asc", "1");
  expect(unsorted).toContain('The list can\'t be sorted by "shoe-size asc".');
  expect(unsorted).toContain('href="/students"');

  let bringScript = () => {};
  const script = new Promise<void>((resolve) => {
    bringScript = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await script;
    await route.continue();
  });
  await page.goto(page.url().replace(/\/apps\/.*$/, "/apps/backroom/giveaways?tab=report&administrator=1"), {
    waitUntil: "commit",
  });
  await app.locator("form[inert]").getByText("Create Report").waitFor();
  bringScript();
  await app.getByRole("button", { name: "Create Report" }).click();
  await app.getByText("Choose a giveaway for the report.").waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("outside the admin, without a session: unauthorized", async () => {
  const response = await fetch(`${backroom().appUrl}/students`, {
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" },
  });
  expect(await response.text()).toContain("You are unauthorized.");
  expect(new URL(response.url).pathname).toBe("/unauthorized");
});

test("only the document's own scripts may run, and only the admin may embed it", async () => {
  const policyOf = async (path: string) => {
    const response = await fetch(`${backroom().appUrl}${path}`, {
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0" },
    });
    const html = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const [nonce] = /(?<='nonce-)[^']+/.exec(policy) ?? [""];
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
    return policy.replace(nonce, "…");
  };
  const store = backroom().localStoreUrl;
  const rest =
    `script-src 'self' 'nonce-…' ${store}; object-src 'none'; base-uri 'none'; ` +
    `connect-src 'self' ${backroom().appUrl.replace("http", "ws")} https://monorail-edge.shopifysvc.com`;
  expect(await policyOf("/unauthorized")).toBe(`frame-ancestors ${store} https://admin.shopify.com; ${rest}`);
  expect(await policyOf("/auth/session-token?shop=backroom-demo.myshopify.com")).toBe(
    `frame-ancestors ${store} https://backroom-demo.myshopify.com https://admin.shopify.com; ${rest}`,
  );
});

const frameOf = (page: Page): Frame => {
  const frame = page.frame({ name: "app-iframe" });
  if (!frame) throw new Error("The app's frame is not there.");
  return frame;
};

/**
 * Sends requests of the page's data by this method, and with this in their query, with a session token that has expired, until
 * one is refused. A request that the page gives up (a refresh by a realtime event restarts a load) doesn't count.
 * @returns what the app answers to this method from then on
 */
async function withOneExpiredToken(page: Page, method: "GET" | "POST", query = ""): Promise<number[]> {
  const authorization = `Bearer ${await sessionToken("1", undefined, -60)}`;
  const statuses: number[] = [];
  const isMeant = (request: Request) => request.method() === method && request.url().includes(query);
  page.on("response", (response) => {
    if (isMeant(response.request())) statuses.push(response.status());
  });
  let isRefused = false;
  let earlier: Promise<unknown> = Promise.resolve();
  await page.route(/\/students\.data/, async (route) => {
    const request = route.request();
    if (isRefused || !isMeant(request)) return route.continue();
    const send = async () => {
      if (isRefused) return route.continue();
      await route.continue({ headers: { ...request.headers(), authorization } });
      isRefused = (await request.response())?.status() === 401;
    };
    earlier = earlier.then(send);
    await earlier;
  });
  return statuses;
}
