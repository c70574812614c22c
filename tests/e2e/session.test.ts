/** Expired session tokens, reloads, and unknown URLs lose nothing and show how to continue. */
import type { Frame, Page, Request } from "playwright";
import { expect, test } from "vitest";
import { callApi } from "../support/api.ts";
import { backroom } from "../support/backroom.ts";
import { openAdmin } from "../support/browser.ts";
import { countEffectiveMutations, registerStudent, sessionToken } from "../support/store-shop.ts";
import { openStudents } from "../support/students-page.ts";

test("if the session token expires, the action is retried with a fresh one and applied once", async () => {
  const ivy = await registerStudent("Ivy");
  const { app, page, rowOf, search, allow } = await openStudents();
  allow(/responded with a status of 401/);
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
});

test("if the session token expires before a navigation, the page still opens", async () => {
  const { app, page, tab, allow } = await openStudents();
  allow(/responded with a status of 401/);
  const answers = await withOneExpiredToken(page, "GET", "tab=approved");
  await tab("Approved").click();
  await expect.poll(() => tab("Approved").getAttribute("aria-selected")).toBe("true");
  await app.getByRole("table", { name: "students" }).waitFor();
  // The browser may report the two in either order.
  await expect.poll(() => new Set(answers)).toEqual(new Set([200, 401]));
});

test("reloading the frame without a token in the URL opens the same page", async () => {
  const { app, page, tab } = await openStudents();
  await tab("Rejected").click();
  await expect.poll(() => tab("Rejected").getAttribute("aria-selected")).toBe("true");
  await app.getByRole("columnheader", { name: "Email" }).getByRole("link", { name: "Email" }).click();
  await expect.poll(() => page.url()).toContain("sort=email");
  const frame = frameOf(page);
  expect(frame.url()).not.toContain("id_token");
  await frame.evaluate(() => location.reload());

  await app.getByText("Live", { exact: true }).waitFor();
  expect(await tab("Rejected").getAttribute("aria-selected")).toBe("true");
  expect(await app.getByRole("columnheader", { name: "Email" }).getAttribute("aria-sort")).toBe("ascending");
});

test("a page keeps its tab when another window chooses another one", async () => {
  const { app, page, tab } = await openStudents();
  await expect.poll(() => page.url()).toContain("tab=pending");
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/\?.*$/, "?tab=disabled&administrator=1"));
  await other.frameLocator("iframe").getByRole("tab", { name: "Rejected", selected: true }).waitFor();
  await page.bringToFront();
  const refreshed = page.waitForResponse((response) => response.url().includes("/students.data"));
  await app.getByRole("button", { name: "Refresh" }).click();
  expect((await refreshed).url()).toContain("tab=pending");
  expect(await tab("Pending").getAttribute("aria-selected")).toBe("true");
});

test("reloading the admin opens the same page and search", async () => {
  const { app, page, search, column } = await openStudents({ query: "?tab=approved" });
  await search("@mail.");
  await expect.poll(() => page.url()).toContain("q=%40mail.");
  await page.reload();
  await app.getByText("Live", { exact: true }).waitFor();
  expect(await app.getByRole("textbox", { name: "Search" }).inputValue()).toBe("@mail.");
  for (const email of await column("Email")) expect(email).toContain("@mail.");
});

test("Back opens the previous list", async () => {
  const { app, page, search, column } = await openStudents();
  const before = await column("Email");
  await search("@post.");
  await expect
    .poll(async () => (await column("Email")).every((email) => email.includes("@post.")))
    .toBe(true);
  await page.goBack();
  await expect.poll(() => column("Email")).toEqual(before);
  expect(await app.getByRole("textbox", { name: "Search" }).inputValue()).toBe("");
});

test("an unknown path shows an error with a link", async () => {
  const { app, page, allow } = await openAdmin({ path: "/there-is-no-such-page" });
  allow(/responded with a status of 404/);
  await app.getByRole("heading", { name: "Page not found" }).waitFor();
  await app.getByRole("link", { name: "Go to the home page" }).click();
  await app.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/apps\/backroom\/?$/);
});

test("the address of a page's data shows a page", async () => {
  const { app, allow } = await openAdmin({ path: "/credits/approvals/1" });
  allow(/responded with a status of 404/);
  await app.getByRole("heading", { name: "Page not found" }).waitFor();
});

test("a form can't be submitted before the script is loaded, which adds the session token", async () => {
  // Without a giveaway, the tab has no form.
  const { status } = await callApi("1", "POST", "/giveaways", { name: "Before the script" });
  expect(status).toBe(200);
  const { app, page } = await openAdmin({ path: "/giveaways?tab=report" });
  let bringScript = () => {};
  const script = new Promise<void>((resolve) => {
    bringScript = resolve;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await script;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
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

test("an unknown sort order shows an error and keeps the menu", async () => {
  const { app, page, allow } = await openAdmin({ path: "/students?sort=shoe-size+asc" });
  allow(/responded with a status of 400/);
  await app.getByText('The list can\'t be sorted by "shoe-size asc".').waitFor();
  await page.getByRole("link", { name: "Student", exact: true }).click();
  await app.getByRole("table", { name: "students" }).waitFor();
});

test("Try again reloads a failed page", async () => {
  const { app, page, allow } = await openStudents();
  allow(/503|SyntaxError|decode/i);
  await page.route(/\/students\.data\?tab=approved/, (route) => route.fulfill({ status: 503, body: "busy" }));
  await app.getByRole("tab", { name: "Approved" }).click();
  await app.getByRole("button", { name: "Try again" }).waitFor();
  await page.unrouteAll();
  await app.getByRole("button", { name: "Try again" }).click();
  await app.getByText("Live", { exact: true }).waitFor();
  expect(await app.getByRole("tab", { name: "Approved" }).getAttribute("aria-selected")).toBe("true");
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
