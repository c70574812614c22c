// @vitest-environment jsdom
import "./browser";
import { useLoaderData } from "@remix-run/react";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { ConnectionCard as Card } from "~/core/connections/connection-card";
import { ConnectionCard } from "~/functions/settings/ui/ConnectionCard";
import { ApprovalLimitCard, CreditRemindersCard, RepeatDaysCard } from "~/functions/settings/ui/CreditCards";
import { SwitchesCard } from "~/functions/settings/ui/GeneralCards";
import { MirrorCard } from "~/functions/settings/ui/MirrorCard";
import { PartnersCard } from "~/functions/settings/ui/PartnersCard";
import { ReasonsPage } from "~/functions/settings/ui/reasons/ReasonsPage";
import { RuleSwitch } from "~/functions/settings/ui/rules/RulePage";
import type { PageCall } from "~/platform/page-call";
import { renderConsole } from "./render-console";

const cardOf = (label: string): Card => ({
  title: "Search",
  about: "",
  address: { label: "Address", placeholder: "" },
  account: [{ fields: [{ name: "account", label: "Account", maxLength: 10 }] }],
  secret: { name: "secret", label, storedFlag: "hasSecret" },
});

const openCard = (label: string) => {
  const card = cardOf(label);
  const settings = { base_url: "", account: "", hasSecret: true };
  renderConsole(
    [{ path: "/settings", element: <ConnectionCard name="search" card={card} settings={settings} /> }],
    "/settings",
  );
};

it.each([
  ["API key", "An API key is stored. Enter a new one only to replace it."],
  ["Client secret", "A client secret is stored. Enter a new one only to replace it."],
])("the stored %s is named in a correct sentence", async (label, sentence) => {
  openCard(label);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

it("a connection is tested only with the settings that are stored", async () => {
  openCard("API key");
  const test = await screen.findByRole("button", { name: "Test connection" });
  const hint = "The test uses the stored settings. Save your changes first.";
  expect(test.getAttribute("aria-disabled")).not.toBe("true");
  await userEvent.type(screen.getByLabelText("Address"), "https://search.example");
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(test.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
  expect(test.getAttribute("aria-disabled")).not.toBe("true");
});

it("a test shows each step, also those that weren't reached", async () => {
  const steps = [
    { name: "Name", state: "passed", text: "search.example is 192.0.2.7." },
    { name: "Port", state: "failed", text: "search.example doesn't answer on port 443." },
    { name: "Sign-in", state: "skipped", text: "" },
  ];
  const answer = {
    notice: { level: "critical", text: "search.example doesn't answer on port 443." },
    value: { steps },
  };
  const settings = { base_url: "https://search.example", account: "A", hasSecret: true };
  renderConsole(
    [
      {
        path: "/settings",
        element: <ConnectionCard name="search" card={cardOf("API key")} settings={settings} />,
        action: async () => answer,
      },
    ],
    "/settings",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Test connection" }));
  const list = await screen.findByRole("list", { name: "Steps of the test" });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    "NameSuccessPassedsearch.example is 192.0.2.7.",
    "PortCriticalFailedsearch.example doesn't answer on port 443.",
    "Sign-inNot reached",
  ]);
});

it("a test's steps are shown no longer when another secret was saved since", async () => {
  const settings = { base_url: "https://search.example", account: "A", hasSecret: true };
  const action = async ({ request }: { request: Request }) =>
    (await request.json()).call.endsWith("testConnection")
      ? { value: { steps: [{ name: "Sign-in", state: "passed", text: "" }] } }
      : { operationId: "1", notice: { level: "success", text: "Saved." } };
  const element = <ConnectionCard name="search" card={cardOf("API key")} settings={settings} />;
  renderConsole([{ path: "/settings", element, action }], "/settings");
  await userEvent.click(await screen.findByRole("button", { name: "Test connection" }));
  await screen.findByRole("list", { name: "Steps of the test" });
  await userEvent.type(screen.getByLabelText("API key"), "another");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  await waitFor(() => expect(screen.queryByText(/^The test uses the stored settings/)).toBeNull());
  expect(screen.queryByRole("list", { name: "Steps of the test" })).toBeNull();
});

const PARTNERS = [{ handle: "acme", name: "Acme Tools" }];
const REMINDERS = { isOn: true, daysBefore: 14 };
const SWITCHES = [
  { key: "first", title: "First", helpText: "", isOn: false },
  { key: "second", title: "Second", helpText: "", isOn: true },
];
const CONNECTION = { base_url: "https://search.example", account: "shop", hasSecret: true };

it.each([
  {
    card: <PartnersCard partners={PARTNERS} />,
    label: "Name of partner 1",
    posted: {
      call: "partners.save",
      input: { list: [{ handle: "acme", name: "Acme Tools1" }], seen: PARTNERS },
    },
  },
  {
    card: <ConnectionCard name="search" card={cardOf("API key")} settings={CONNECTION} />,
    label: "Account",
    posted: { call: "connectors.search.save", input: { account: "shop1", seen: CONNECTION } },
  },
  {
    card: <CreditRemindersCard {...REMINDERS} />,
    label: "Days before",
    posted: { call: "credits.saveReminders", input: { isOn: true, daysBefore: 141, seen: REMINDERS } },
  },
  {
    card: <ApprovalLimitCard limitCents={null} />,
    label: "Second approver needed above (optional)",
    posted: { call: "credits.saveApprovalLimit", input: { amount: "1", seen: null } },
  },
  {
    card: <RepeatDaysCard days={7} />,
    label: "Ask before the same credit is given again within (days)",
    posted: { call: "credits.saveRepeatDays", input: { days: 71, seen: 7 } },
  },
  {
    card: <SwitchesCard switches={SWITCHES} />,
    label: "First",
    posted: { call: "settings.change", input: { switches: { first: true } } },
  },
])(
  "what $posted.call saves has what was shown, or only what was changed",
  async ({ card, label, posted }) => {
    const posts: PageCall[] = [];
    const action = async ({ request }: { request: Request }) => {
      posts.push(await request.json());
      return { notice: { level: "success", text: "Saved." } };
    };
    renderConsole([{ path: "/settings", element: card, action }], "/settings");
    const field = await screen.findByLabelText(label);
    if (label === "First") await userEvent.click(field);
    else await userEvent.type(field, "1");
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(posts).toMatchObject([posted]));
    const { switches } = posts[0]?.input ?? {};
    if (switches) expect(switches).toEqual({ first: true });
  },
);

it.each([
  [
    "partners",
    <PartnersCard key="1" partners={[{ handle: "acme", name: "Acme" }]} />,
    "Name of partner 1",
    ["Remove partner Acme", "Add partner"],
  ],
  [
    "reasons",
    <ReasonsPage
      key="2"
      kind="reject"
      version="1"
      reasons={["one", "two"].map((code) => ({ code, label: code, text: code, active: true }))}
    />,
    "For the customer",
    ["Move two up", "Move one down", "Remove one", "Add a reason"],
  ],
])("the list of %s isn't changed while it is being saved", async (_list, element, label, names) => {
  const action = () => new Promise(() => {});
  renderConsole([{ path: "/settings", element, action }], "/settings");
  const [field] = await screen.findAllByLabelText<HTMLInputElement>(label);
  if (!field) throw new Error("The list has no field.");
  const isDisabled = () =>
    names.map((name) => screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true");
  await userEvent.type(field, "s");
  expect(isDisabled()).toEqual(names.map(() => false));
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(field.readOnly).toBe(true));
  expect(isDisabled()).toEqual(names.map(() => true));
  for (const box of screen.queryAllByRole<HTMLInputElement>("checkbox")) {
    await userEvent.click(box);
    expect(box.checked).toBe(true);
  }
});

it("partners that someone else has saved since are shown beside what was entered, which is saved on top", async () => {
  let stored = PARTNERS;
  const seen: unknown[] = [];
  const Card = () => <PartnersCard partners={useLoaderData() as typeof PARTNERS} />;
  const action = async ({ request }: { request: Request }) => {
    seen.push((await request.json()).input.seen);
    if (seen.length > 1) return { operationId: "1", notice: { level: "success", text: "Saved." } };
    stored = [...PARTNERS, { handle: "other", name: "Other" }];
    return { status: 409, notice: { level: "warning", text: "The partners were changed." } };
  };
  renderConsole([{ path: "/settings", element: <Card />, loader: () => stored, action }], "/settings");
  await userEvent.type(await screen.findByLabelText("Name of partner 1"), "1");
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  const apply = await screen.findByRole("button", { name: "Apply my changes on top" });
  expect(screen.getByText("The list is now:")).toBeTruthy();
  expect(screen.getByText("Other (other)")).toBeTruthy();
  expect(screen.getByDisplayValue("Acme Tools1")).toBeTruthy();
  await userEvent.click(apply);
  await waitFor(() => expect(seen).toEqual([PARTNERS, stored]));
});

it("a mirror's count says that it is from the rebuild", async () => {
  const instant = "2026-11-22T12:00:00.000Z";
  const state = { heardAt: instant, rebuiltAt: instant, rebuilding: false, rows: 1_400 };
  const mirror = { name: "orders", plural: "orders", ...state };
  renderConsole([{ path: "/settings", element: <MirrorCard mirror={mirror} now={instant} /> }], "/settings");
  expect(await screen.findByText("Orders when rebuilt")).toBeTruthy();
  expect(screen.getByText("1,400")).toBeTruthy();
});

it("a rule isn't switched on while what is entered in its form isn't saved", async () => {
  const rule = { id: "1", name: "Schools", active: false, version: 1 } as never;
  renderConsole([{ path: "/settings", element: <RuleSwitch rule={rule} isDirty /> }], "/settings");
  const button = await screen.findByRole("button", { name: "Switch on" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Save or discard your changes first.")).toBeTruthy();
});

it("the question about a rule's deletion closes when the deletion is refused", async () => {
  const rule = { id: "1", name: "Schools", active: false, version: 1 } as never;
  const text = "This rule was deleted. Reload the page.";
  renderConsole(
    [
      {
        path: "/settings/rules/1",
        element: <RuleSwitch rule={rule} isDirty={false} />,
        action: async () => ({ status: 404, notice: { level: "critical", text } }),
      },
    ],
    "/settings/rules/1",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("dialog");
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
