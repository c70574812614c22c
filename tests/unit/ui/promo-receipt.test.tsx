// @vitest-environment jsdom
/** The viewer of a receipt: what it says about a file that can't be shown, and its zoom. The pages of a PDF are tested in a browser. */
import "./browser";
import { fireEvent, screen, within } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { ReceiptViewer } from "~/functions/promo/ui/receipt/ReceiptViewer";
import { expectConsoleError } from "../../support/console.ts";
import { renderConsole } from "./render-console";

// The real one draws with pdf.js, which jsdom can't run.
vi.mock("~/functions/promo/ui/receipt/ReceiptPdf", () => ({
  default: ({ onFail }: { onFail(): void }) => {
    useEffect(onFail, [onFail]);
    return null;
  },
}));
afterEach(() => vi.unstubAllGlobals());

const isOff = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

const PDF = {
  id: "a",
  name: "receipt.pdf",
  contentType: "application/pdf",
  hasThumbnail: false,
  state: "ready",
  problem: null,
} as const;
let isWarned = false;
function showReceipt(receipt: Parameters<typeof ReceiptViewer>[0]["receipt"]): void {
  // The zoom library's `ref`, which React complains about once, in development only.
  if (!isWarned) expectConsoleError(/`ref` is not a prop/);
  isWarned = true;
  renderConsole([{ path: "/", element: <ReceiptViewer receipt={receipt} /> }]);
}

it("says that a PDF without data can't be downloaded", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  showReceipt(PDF);
  fireEvent.click(await screen.findByRole("button", { name: "Download" }));
  // A notice above the page would be behind the dialog.
  const viewer = within(screen.getByRole("region", { name: "Receipt" }));
  await viewer.findByText("No PDF data available for download.");
});

it("says that a PDF can't be shown", async () => {
  vi.stubGlobal("fetch", async () => new Response("%PDF-"));
  showReceipt(PDF);
  await screen.findByText("Failed to load PDF document.");
});

it("zooms in steps of a tenth, down to a tenth, and back", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  showReceipt({ ...PDF, contentType: "image/jpeg" });
  const [zoomIn, zoomOut] = ["Zoom in", "Zoom out"].map((name) => screen.getByRole("button", { name }));
  const scale = screen.getAllByRole("status").find(({ textContent }) => textContent?.endsWith("%"));
  const shown = (step: HTMLElement | undefined) => {
    fireEvent.click(step as HTMLElement);
    return scale?.textContent;
  };
  expect([shown(zoomIn), shown(zoomIn), shown(zoomOut)]).toEqual(["110%", "120%", "110%"]);
  for (let step = 0; step < 15; step += 1) shown(zoomOut);
  expect(scale?.textContent).toBe("10%");
  expect(isOff("Zoom out")).toBe(true);
  expect(shown(screen.getByRole("button", { name: "Reset" }))).toBe("100%");
});
