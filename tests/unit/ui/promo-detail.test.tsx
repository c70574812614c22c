// @vitest-environment jsdom
/** The detail of a submission: its sections, its status, its receipt, and when its buttons can be used. */
import "./browser";
import { fireEvent, screen, within } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, expect, it, test, vi } from "vitest";
import type { DuplicatesAnswer } from "~/functions/promo/read-answers.server";
import { ReceiptViewer } from "~/functions/promo/ui/receipt/ReceiptViewer";
import ReviewDialog from "~/functions/promo/ui/review/ReviewDialog";
import ViewDialog from "~/functions/promo/ui/review/ViewDialog";
import type { ActionAnswer } from "~/platform/notice";
import type { PageCall } from "~/platform/page-call";
import { expectConsoleError } from "../../support/console.ts";
import { renderConsole } from "./render-console";

type Submission = NonNullable<import("~/functions/promo/read-answers.server").SubmissionAnswer["submission"]>;

// The real one draws with pdf.js, which jsdom can't run. A browser test has a broken PDF.
vi.mock("~/functions/promo/ui/receipt/ReceiptPdf", () => ({
  default: ({ onFail }: { onFail(): void }) => {
    useEffect(onFail, [onFail]);
    return null;
  },
}));
afterEach(() => vi.unstubAllGlobals());

const SUBMISSION: Submission = {
  id: 7,
  displayName: "Ana Martin",
  firstName: "Ana",
  email: "ana@customers.example",
  promotion: "Free battery",
  reward: "Battery",
  isLoyalty: false,
  purchasingMethod: "In store",
  purchaseDate: "2026-05-20",
  receiptId: "R-1",
  amountCents: null,
  modelNumber: "DC-100",
  retailer: "Tool Depot",
  purchaseCity: "Dayton",
  purchaseState: "Ohio",
  gender: null,
  ageRange: null,
  shippingFirstName: "Ana",
  shippingLastName: "Martin",
  shippingAddress1: "1 Main St",
  shippingAddress2: "Suite 9",
  shippingCity: "Columbus",
  shippingState: "OH",
  shippingPostalCode: "43004",
  shippingCountry: "United States",
  shippingPhone: "6145550123",
  receiptBase64: "",
  attachmentId: null,
  status: "In Review",
  createdDate: "2026-06-01T10:00:00.000Z",
  reviewer: "sam@shop.example",
  reviewerId: "1",
  assignedDate: null,
  holdReason: null,
  isAnswered: false,
  messages: [],
  denyReason: "Too late",
  denier: null,
  approver: null,
  undoUntil: null,
  problem: null,
  orderName: "#1001",
  orderId: null,
  fulfillmentStatus: null,
  trackingNumber: "1Z42",
  addressUsed: false,
  receiptIdUsed: false,
  riskScore: 0,
  signals: [],
  lockedById: null,
  lockedUntil: null,
};

/** Renders a dialog over a submission. @returns the calls that were posted */
function show(
  element: React.ReactElement,
  change: Partial<Submission> = {},
  duplicates: DuplicatesAnswer = { list: [] },
  answer: ActionAnswer = {},
) {
  const posts: PageCall[] = [];
  const action = async ({ request }: { request: Request }) => {
    posts.push(await request.json());
    return answer;
  };
  renderConsole(
    [
      { path: "/promo", element, action, loader: () => null },
      {
        path: "/promo/submissions/:id",
        loader: () => ({ submission: { ...SUBMISSION, ...change }, receipt: null }),
      },
      {
        path: "/promo/submissions/:id/reading",
        loader: ({ params }) => ({ id: params.id, state: "none", fields: [] }),
      },
      { path: "/promo/submissions/:id/duplicates", loader: () => duplicates },
    ],
    "/promo",
  );
  return posts;
}

const close = () => {};
const PLACE = { text: "12 of 168", hasPrevious: true, hasNext: false };
const REPLY = { id: 5, use: "answer", name: "Blurred", text: "{{name}}, send {{receipt}} again" } as const;
const review = (isLoyalty = false) => (
  <ReviewDialog
    id="7"
    isLoyalty={isLoyalty}
    denyReasons={[{ value: "3", label: "Too late" }]}
    holdReasons={[{ value: "4", label: "Blurred receipt" }]}
    replies={[REPLY]}
    place={PLACE}
    onMove={close}
    onDecided={close}
    onClose={close}
  />
);
const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole("term")
      .map((term) => [term.textContent ?? "", term.parentElement?.querySelector("dd")?.textContent]),
  );
const isOff = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";

it("shows the customer, the purchase and the shipping address", async () => {
  show(review());
  await screen.findByText("7 - Ana Martin");
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Customer", "Purchase", "Shipping Address", "Status"]),
  );
  expect(facts()).toMatchObject({
    Name: "Ana Martin",
    Email: "ana@customers.example",
    "Purchasing Method": "In store",
    "Purchase Date": "05/20/2026",
    "Receipt ID": "R-1",
    "Model Number": "DC-100",
    Retailer: "Tool Depot",
    "City, State": "Dayton, Ohio",
  });
  for (const line of ["1 Main St", "Suite 9", "Columbus, OH 43004", "United States", "+1 614-555-0123"])
    screen.getByText(line);
});

it("says that the possible duplicates couldn't be read, instead of showing none", async () => {
  const text = "Error getting in submission details. Reference: 4711";
  show(review(), {}, { notice: { level: "critical", text } });
  await screen.findByText(text);
  screen.getByRole("heading", { name: "Possible duplicates" });
});

it("shows the purchase date of a loyalty order with dashes", async () => {
  show(review(true), { isLoyalty: true });
  await screen.findByText("7 - Ana Martin");
  expect(facts()).toMatchObject({ "Purchase Date": "05-20-2026" });
});

it("denies and holds with a reason only, and approves", async () => {
  const posts = show(review());
  await screen.findByText("7 - Ana Martin");
  expect(["Deny", "Hold", "Approve"].map(isOff)).toEqual([true, true, false]);
  fireEvent.change(screen.getByLabelText("Deny reason"), { target: { value: "3" } });
  fireEvent.change(screen.getByLabelText("Hold reason"), { target: { value: "4" } });
  expect(["Deny", "Hold", "Approve"].map(isOff)).toEqual([false, false, false]);
  fireEvent.click(screen.getByRole("button", { name: "Approve" }));
  expect(["Deny", "Hold", "Approve"].map(isOff)).toEqual([true, true, true]);
  await expect.poll(() => posts).toMatchObject([{ call: "promo.approve", input: { list: [7] } }]);
});

it("marks an assigned submission as In Review when it is opened", async () => {
  const posts = show(review(), { status: "Assigned" });
  await expect.poll(() => posts).toMatchObject([{ call: "promo.inReview", input: { id: 7 } }]);
});

test.each([
  ["a decision", () => fireEvent.click(screen.getByRole("button", { name: "Approve" })), "In Review"],
  ["marking it as In Review", () => {}, "Assigned"],
] as const)("shows in the dialog why %s was refused", async (_what, act, status) => {
  const text = "Submission 7 is assigned to alex@shop.example.";
  show(review(), { status }, undefined, { notice: { level: "critical", text } });
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("heading", { name: "Status" });
  act();
  await dialog.findByText(text);
  expect(screen.getAllByText(text)).toHaveLength(1);
});

/** A review from which the key n leads to submission 8. */
function Reviews({ onDecided }: { onDecided(): void }) {
  const [id, setId] = useState("7");
  return (
    <ReviewDialog
      id={id}
      denyReasons={[]}
      holdReasons={[]}
      replies={[]}
      place={PLACE}
      onMove={() => setId("8")}
      onDecided={onDecided}
      onClose={close}
    />
  );
}

test.each([
  ["success", []],
  ["critical", ["Submission 7: The answer"]],
] as const)(
  "a late answer with the level %s leaves the next submission open, and shows %j",
  async (level, expected) => {
    let answerAll = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    const answer: ActionAnswer = { notice: { level, text: "The answer" } };
    const onDecided = vi.fn();
    renderConsole(
      [
        {
          path: "/promo",
          element: <Reviews onDecided={onDecided} />,
          action: () => isAnswered.then(() => answer),
          loader: () => null,
        },
        {
          path: "/promo/submissions/:id",
          loader: ({ params }) => ({ submission: { ...SUBMISSION, id: Number(params.id) }, receipt: null }),
        },
        {
          path: "/promo/submissions/:id/reading",
          loader: ({ params }) => ({ id: params.id, state: "none", fields: [] }),
        },
        { path: "/promo/submissions/:id/duplicates", loader: () => ({ list: [] }) },
      ],
      "/promo",
    );
    await screen.findByText("7 - Ana Martin");
    fireEvent.click(screen.getByRole("button", { name: "Approve" }));
    fireEvent.keyDown(document.body, { key: "n" });
    await screen.findByText("8 - Ana Martin");
    answerAll();
    await expect.poll(() => isOff("Approve")).toBe(false);
    const shown = within(screen.getByRole("dialog")).queryAllByText(/The answer$/);
    expect(shown.map(({ textContent }) => textContent)).toEqual(expected);
    expect(onDecided).not.toHaveBeenCalled();
  },
);

it("says in the dialog that an answer will be sent, and its template can be selected again", async () => {
  const text = "The message will be sent";
  const posts = show(review(), {}, undefined, { notice: { level: "success", text } });
  const dialog = within(await screen.findByRole("dialog"));
  const template = await dialog.findByLabelText<HTMLSelectElement>("Reply template");
  fireEvent.change(template, { target: { value: "5" } });
  expect(template.value).toBe("5");
  fireEvent.click(dialog.getByRole("button", { name: "Send answer" }));
  await dialog.findByText(text);
  expect(posts).toMatchObject([{ call: "promo.answer", input: { message: "Ana, send R-1 again" } }]);
  await expect.poll(() => template.value).toBe("");
});

it("can't decide on a submission that is decided", async () => {
  show(review(), { status: "Denied" });
  await screen.findByText("7 - Ana Martin");
  expect(isOff("Approve")).toBe(true);
});

it("can't decide on a submission that was reassigned", async () => {
  show(review(), { reviewerId: "2" });
  await screen.findByText("7 - Ana Martin");
  expect(isOff("Approve")).toBe(true);
});

it("can decide on a loyalty submission that someone else has on hold", async () => {
  show(review(true), { isLoyalty: true, reviewerId: "2" });
  await screen.findByText("7 - Ana Martin");
  expect(isOff("Approve")).toBe(false);
});

test.each([
  ["Unassigned", {}],
  ["Assigned", { Assignee: "sam@shop.example" }],
  ["In Review", { Assignee: "sam@shop.example" }],
  ["Denied", { "Deny Reason": "Too late" }],
  ["Approved", { "Order Number": "#1001" }],
  ["Order Created", { "Order Number": "#1001" }],
  ["Shipped", { "Order Number": "#1001", "Tracking Number": "1Z42" }],
  ["Delivered", { "Order Number": "#1001", "Tracking Number": "1Z42" }],
] as const)("a submission that is %s is shown with %j, read-only", async (status, expected) => {
  show(<ViewDialog id="7" onClose={close} />, { status });
  const heading = await screen.findByRole("heading", { name: "Status" });
  const block = within(heading.parentElement as HTMLElement);
  const shown = block.getAllByRole("term").map(({ textContent }) => textContent);
  expect(shown).toEqual(["Status", ...Object.keys(expected)]);
  for (const text of [status, ...Object.values(expected)]) block.getByText(text);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

it("offers nothing to do with a submission that can't be shown", async () => {
  const element = <ViewDialog id="7" onClose={close} footer={<button type="button">Agree</button>} />;
  const loader = () => ({ notice: { level: "critical", text: "This submission doesn't exist." } });
  renderConsole([
    { path: "/", element },
    { path: "/promo/submissions/:id", loader },
    { path: "/promo/submissions/:id/reading", loader: () => ({ id: "7", state: "none", fields: [] }) },
  ]);
  await screen.findByText("This submission doesn't exist.");
  expect(screen.queryByRole("button", { name: "Agree" })).toBeNull();
});

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

it("has what decides first, then what the customer entered, and the receipt before the message", async () => {
  show(review());
  const address = await screen.findByRole("heading", { name: "Shipping Address" });
  const receipt = screen.getByText("The receipt was erased with the customer's data.");
  const status = screen.getByRole("heading", { name: "Status" });
  const history = screen.getByRole("button", { name: "History" });
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  expect(isBefore(status, address)).toBe(true);
  expect(isBefore(address, receipt)).toBe(true);
  expect(isBefore(receipt, history)).toBe(true);
});
