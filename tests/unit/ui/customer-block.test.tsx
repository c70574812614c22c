// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";

const BLOCK = {
  registrations: [
    {
      registration: "student",
      noun: "student",
      status: "Pending",
      statusTag: "Pending",
      moves: [{ label: "Reject", addTag: "Disabled" }],
      mayAsk: false,
      question: null,
    },
  ],
  rejectReasons: [],
  credit: { balance: "$0.00", inProgress: null },
  requests: [],
};

type Body = Record<string, unknown>;
let posted: Body[];
let isReadable: boolean;
let answer: (body: Body) => { status: number; body: object };

/** The block as Shopify runs it. Its calls are answered by `answer`. */
beforeEach(async () => {
  posted = [];
  isReadable = true;
  vi.stubGlobal("shopify", { data: { selected: [{ id: "gid://shopify/Customer/7" }] } });
  vi.stubGlobal("fetch", async (_address: string, { body }: { body?: string }) => {
    if (body === undefined && !isReadable) throw new TypeError("fetch failed");
    if (body === undefined) return Response.json(BLOCK);
    const sent = JSON.parse(body) as Body;
    posted.push(sent);
    const { status, body: answered } = answer(sent);
    return Response.json(answered, { status });
  });
  const { render } = await import("preact");
  render(null, document.body);
  const { default: show } = await import("../../../extensions/customer-block/src/CustomerBlock.tsx");
  await show();
  await expect.poll(() => find("Amount")).toBeTruthy();
});

const find = (label: string) => document.querySelector<HTMLInputElement>(`[label="${label}"]`);
const field = (label: string) => {
  const found = find(label);
  if (!found) throw new Error(`There is no ${label}.`);
  return found;
};
const isShown = (text: string) => document.body.textContent?.includes(text);
const fill = (label: string, value: string) => {
  const filled = field(label);
  filled.value = value;
  filled.dispatchEvent(new Event(label === "Reason" ? "change" : "input"));
};
/** Presses a button as soon as it can be pressed. */
const press = async (label: string) => {
  const find = () => {
    const buttons = [...document.querySelectorAll("s-button:not([disabled=true])")];
    return buttons.find(({ textContent }) => textContent === label);
  };
  await expect.poll(find).toBeTruthy();
  find()?.dispatchEvent(new Event("click"));
};
/** Until the change has ended. Without an amount, the button that issues credit stays disabled. */
const settle = async () => {
  const disabled = () => [...document.querySelectorAll('s-button[disabled="true"]')];
  await expect.poll(() => disabled().filter(({ textContent }) => textContent !== "Issue")).toEqual([]);
};

it("issues anyway what the question is about, and asks again when a field was changed since", async () => {
  answer = ({ onRepeat }) => ({
    status: 200,
    body: {
      status: true,
      msg: onRepeat === "ask" ? "Again?" : "Issued.",
      ...(onRepeat === "ask" && { repetition: {} }),
    },
  });
  fill("Amount", "5.00");
  fill("Reference", "Thanks");
  await press("Issue");
  await expect.poll(() => isShown("Again?")).toBe(true);
  await settle();
  fill("Amount", "500.00");
  await expect.poll(() => isShown("Again?")).toBe(false);
  await press("Issue");
  await expect.poll(() => isShown("Again?")).toBe(true);
  await settle();
  await press("Issue anyway");
  await expect.poll(() => posted).toHaveLength(3);
  expect(posted.map(({ amount, onRepeat }) => [amount, onRepeat])).toEqual([
    ["5.00", "ask"],
    ["500.00", "ask"],
    ["500.00", "post"],
  ]);
});

it("keeps a rejection that was refused, and closes its form when it was made", async () => {
  let status = 400;
  answer = () => ({ status, body: { decisionId: "d", msg: "The note is too long." } });
  await press("Reject");
  await expect.poll(() => find("Reason")).toBeTruthy();
  fill("Reason", "none");
  fill("Note for the staff", "A long story");
  await press("Reject the registration");
  await expect.poll(() => isShown("The note is too long.")).toBe(true);
  await settle();
  expect(field("Note for the staff").value).toBe("A long story");
  status = 200;
  await press("Reject the registration");
  await expect.poll(() => isShown("Rejected.")).toBe(true);
  await settle();
  expect(document.querySelector('[label="Note for the staff"]')).toBeNull();
});

it("says what a change did, also when the customer can't be read after it", async () => {
  answer = () => ({ status: 200, body: { status: true, msg: "Issued." } });
  fill("Amount", "5.00");
  fill("Reference", "Thanks");
  isReadable = false;
  await press("Issue");
  await expect.poll(() => posted).toHaveLength(1);
  await settle();
  await expect.poll(() => isShown("Reload this page")).toBe(true);
  expect(isShown("Issued.")).toBe(true);
  expect(isShown("may have been made")).toBe(false);
});
