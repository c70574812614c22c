// @vitest-environment jsdom
import "./browser";
import { AppProvider } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { LongText } from "~/functions/registrationCodes/ui/HistoryPage";
import { formatDuration } from "~/platform/dates/date-text";
import { formatInstant } from "~/platform/dates/instant";
import { describeError, shopifyHandshake } from "~/ui/describe-error";
import { rowCountText } from "~/ui/list/ListFooter";
import { Tags } from "~/ui/Tags";

const answer = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });

describe("dates", () => {
  it("are the shop's day, as MM/DD/YYYY", () => {
    const instant = new Date("2026-01-01T03:30:00Z");
    expect(formatInstant(instant, "America/New_York").date).toBe("12/31/2025");
    expect(formatInstant(instant, "Asia/Tokyo").dateTime).toBe("01/01/2026 12:30 PM");
    expect(formatInstant(new Date("2026-01-01T05:00:00Z"), "America/New_York").dateTime).toBe(
      "01/01/2026 12:00 AM",
    );
  });

  it("durations are shown in their largest unit", () => {
    expect([0.2, 12, 60, 3_569, 3_570, 3_599, 5_400, 84_600, 86_000, 200_000].map(formatDuration)).toEqual([
      "0 seconds",
      "12 seconds",
      "1 minute",
      "59 minutes",
      "1 hour",
      "1 hour",
      "2 hours",
      "1 day",
      "1 day",
      "2 days",
    ]);
  });
});

describe("a long text", () => {
  const LONG = `${"No such user here. ".repeat(12)}The end.`;
  it("shows its beginning, and all of it above the rows on request", async () => {
    const user = userEvent.setup();
    const { container } = render(
      <AppProvider i18n={translations}>
        <LongText text={LONG} />
      </AppProvider>,
    );
    expect(container.textContent).not.toContain("The end.");
    await user.tab();
    await user.keyboard("{Enter}");
    await screen.findByText(LONG);
  });

  it("that is short has no button", () => {
    render(
      <AppProvider i18n={translations}>
        <LongText text="Short." />
      </AppProvider>,
    );
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the row count", () => {
  const page = (
    rows: number,
    total: { count: number; exact: boolean } | null,
    pages = {},
    first: number | null = 1,
  ) =>
    rowCountText(
      { rows: Array.from({ length: rows }), total, hasNextPage: false, hasPreviousPage: false, ...pages },
      first,
    );
  it("shows the range of rows and their total", () => {
    const middle = { hasNextPage: true, hasPreviousPage: true };
    expect(page(25, { count: 1204, exact: true }, { hasNextPage: true })).toBe("1–25 of 1,204");
    expect(page(25, { count: 168, exact: true }, middle, 26)).toBe("26–50 of 168");
    expect(page(25, { count: 1000, exact: false }, { hasNextPage: true })).toBe("1–25 of 1,000+");
    expect(page(3, { count: 3, exact: true })).toBe("3 records");
    expect(page(1, null)).toBe("1 record");
    expect(page(25, null, middle, 26)).toBe("26–50");
    expect(page(0, { count: 0, exact: true })).toBe("");
  });
  it("shows no range if the address doesn't have the position", () => {
    const middle = { hasNextPage: true, hasPreviousPage: true };
    expect(page(25, null, middle, null)).toBe("25 on this page");
    expect(page(25, { count: 168, exact: true }, middle, null)).toBe("25 of 168");
  });
});

describe("errors", () => {
  it("have the server's message and reference", () => {
    expect(describeError(answer(404, "Page not found"))).toMatchObject({
      title: "Page not found",
      sentence: "",
    });
    expect(describeError(answer(409, { msg: "Sam changed this first." }))).toMatchObject({
      sentence: "Sam changed this first.",
      canRetry: true,
    });
    expect(describeError(answer(500, { reference: "b3f1" }))).toMatchObject({
      reference: "b3f1",
      canRetry: true,
    });
  });

  it("distinguish a lost connection from a fault, and mention a reference only if there is one", () => {
    expect(describeError(new TypeError("Failed to fetch"))).toMatchObject({
      title: "Backroom doesn't respond",
      canRetry: true,
    });
    expect(describeError(new TypeError("x is not a function")).sentence).not.toContain("reference");
    expect(describeError(answer(500, {})).sentence).not.toContain("reference");
  });

  it("don't show a fault's detail", () => {
    expect(JSON.stringify(describeError(new Error("relation students does not exist")))).not.toContain(
      "relation",
    );
  });

  it("render only Shopify's own script", () => {
    const script = '\n <script data-api-key="k" src="https://cdn.shopify.com/x.js"></script>';
    expect(shopifyHandshake(answer(200, script), "n1")).toBe(script.replace("<script", '<script nonce="n1"'));
    expect(shopifyHandshake(answer(400, script), "n1")).toBeNull();
    expect(shopifyHandshake(answer(200, "<img src=x onerror=alert(1)>"), "n1")).toBeNull();
  });
});

describe("tags", () => {
  it("are cut, and open in full", async () => {
    const long = "np:north-eastern-distribution-partner-with-a-long-name";
    render(
      <AppProvider i18n={translations}>
        <Tags tags={["Pending", "UserType:Student", "crm_id:1", long]} />
      </AppProvider>,
    );
    expect(screen.queryByText(long)).toBeNull();
    await userEvent.setup().click(screen.getByRole("button", { name: /^\+2 ?Show all 4 tags in full$/ }));
    await screen.findByText(long);
  });
});
