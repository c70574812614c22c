// @vitest-environment jsdom
/** What is changed in a dialog while it is being saved would be lost without a word: the dialog closes. */
import "./browser";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import ScheduleDialog from "~/core/reports/ui/ScheduleDialog";
import AskDialog from "~/domain/registrations/ui/AskDialog";
import RenewDialog from "~/domain/registrations/ui/expiry/RenewDialog";
import CreateReturnDialog from "~/functions/orderReturns/ui/CreateReturnDialog";
import ReceiveDialog from "~/functions/orderReturns/ui/ReceiveDialog";
import EmailDomainsDialog from "~/functions/registrationCodes/ui/EmailDomainsDialog";
import { DEFAULT_SETTINGS } from "~/functions/solrFilters/settings";
import CopyDialog from "~/functions/solrFilters/ui/CopyDialog";
import OptionsDialog from "~/functions/solrFilters/ui/OptionsDialog";
import SolrSettingsDialog from "~/functions/solrFilters/ui/SolrSettingsDialog";
import UiSettingsDialog from "~/functions/solrFilters/ui/UiSettingsDialog";
import { cents } from "~/platform/money/cents";
import { renderConsole } from "./render-console";

interface Case {
  dialog: ReactElement;
  /** The field that is changed before the dialog is submitted. */
  first?: string;
  submit: string;
}

const onClose = () => {};
const filter = {
  ...DEFAULT_SETTINGS,
  name: "vendor",
  active: true,
  type: "String",
  output: false,
  search: false,
  version: 3,
  hasValues: true,
  collection: "7",
  included: true,
} as const;
const collections = ["7", "8", "9"].map((id) => ({
  id: `gid://shopify/Collection/${id}`,
  title: `No. ${id}`,
}));
const code = { id: "1", version: 1, registrationCode: "SPRING", emailDomains: ["uni.example"] } as never;
const person = { id: "1", displayName: "Ann Archer", email: "ann@x.example", stp_endDate: "" } as never;
const question = { code: "proof", label: "Proof", text: "Send a proof, please.", active: true };
const orderDetails = {
  name: "#1001",
  totalPriceSet: { shopMoney: { amount: "30", currencyCode: "USD" } },
  shippingAddress: { address1: "12 Main St", city: "Portland", provinceCode: "OR", zip: "97201" },
  lineItems: {
    edges: [
      {
        node: {
          id: "gid://shopify/LineItem/1",
          title: "lamp",
          returnableQuantity: 3,
          variant: { weight: 2 },
          unitCents: cents(1_000),
        },
      },
    ],
  },
} as never;
const receipt = {
  return_name: "#1001-R1",
  lines: [
    {
      id: "gid://shopify/ReturnLineItem/1",
      title: "lamp",
      variant_title: null,
      image_url: null,
      sku: "LAMP",
      quantity: 1,
    },
  ],
  locations: [{ id: "gid://shopify/Location/1", name: "Warehouse" }],
  customer: "Ann Archer",
  amounts: { items: cents(1_000), taxes: cents(0), fees: cents(0), refund: cents(1_000) },
  credit_problem: null,
  missing: "",
};

const CASES: Record<string, Case> = {
  SolrSettingsDialog: {
    dialog: <SolrSettingsDialog filter={filter} onClose={onClose} />,
    first: "Return to PLP",
    submit: "Save Changes",
  },
  UiSettingsDialog: {
    dialog: <UiSettingsDialog filter={filter} onClose={onClose} />,
    first: "Overwrite",
    submit: "Save Changes",
  },
  OptionsDialog: {
    dialog: <OptionsDialog filter={filter} onClose={onClose} />,
    first: "Overwrite of Red",
    submit: "Save Changes",
  },
  CopyDialog: {
    dialog: <CopyDialog filters={[filter]} collections={collections} from="7" onClose={onClose} />,
    first: "Copy to No. 8",
    submit: "Update Configurations",
  },
  EmailDomainsDialog: {
    dialog: <EmailDomainsDialog code={code} onClose={onClose} />,
    first: "Domain 1",
    submit: "Save",
  },
  ScheduleDialog: {
    dialog: (
      <ScheduleDialog
        report="bundleReport"
        timeZone="America/New_York"
        hasDates
        options={[{ name: "open", label: "Open orders", isChosen: true }]}
        onClose={onClose}
      />
    ),
    submit: "Save",
  },
  RenewDialog: {
    dialog: <RenewDialog row={person} today="2026-11-26" onClose={onClose} />,
    submit: "Renew",
  },
  AskDialog: {
    dialog: <AskDialog registration="student" who={person} questions={[question]} onClose={onClose} />,
    first: "Text",
    submit: "Send the question",
  },
  CreateReturnDialog: {
    dialog: (
      <CreateReturnDialog
        orderId="gid://shopify/Order/1"
        orderDetails={orderDetails}
        reasons={[{ id: "1", name: "Broken" } as never]}
        onClose={onClose}
      />
    ),
    first: "Quantity of lamp",
    submit: "Submit",
  },
  ReceiveDialog: {
    dialog: <ReceiveDialog returnId="1" returnName="#1001-R1" currency="USD" onClose={onClose} />,
    first: "Nothing here",
    submit: "Receive items",
  },
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const user = userEvent.setup();
const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
const dialog = () => within(screen.getByRole("dialog"));
const controls = () => [
  ...screen.getByRole("dialog").querySelectorAll<Control>("input:not([type=hidden]), select, textarea"),
];
const values = () => controls().map((control) => (isTicked(control) ? control.checked : control.value));

async function change(control: Control) {
  if (isTicked(control)) return user.click(control);
  if (!(control instanceof HTMLSelectElement))
    return user.type(control, control.type === "number" || control.inputMode === "numeric" ? "1" : "a");
  const other = [...control.options].find(({ value, disabled }) => !disabled && value !== control.value);
  if (other) await user.selectOptions(control, other);
}

async function changeAll() {
  for (const control of controls()) if (control.isConnected && !control.disabled) await change(control);
  const add = dialog().queryByRole("button", { name: "Add domain" });
  if (add) await user.click(add);
}

it.each(Object.entries(CASES))("%s isn't changed while it is being saved", async (_name, testCase) => {
  let answer = () => {};
  const action = () => new Promise((resolve) => (answer = () => resolve({})));
  const options = [{ name: "Red", order: 0, overwrite: "", show: true, products: 1 }];
  renderConsole([
    { path: "/", element: testCase.dialog, action },
    { path: "/solrFilters/options", loader: () => ({ options, version: 3, problem: null }) },
    { path: "/orderReturns/receipt", loader: () => ({ receipt }) },
  ]);
  await screen.findByRole("dialog");
  const submit = await dialog().findByRole("button", { name: testCase.submit });
  if (testCase.first) await change(await dialog().findByLabelText<Control>(testCase.first));
  await user.click(submit);
  await waitFor(() => expect(submit.getAttribute("aria-busy")).toBe("true"));
  const sent = values();
  await changeAll();
  expect(values()).toEqual(sent);
  await act(async () => answer());
  await waitFor(() => expect(submit.getAttribute("aria-busy")).not.toBe("true"));
  await changeAll();
  expect(values()).not.toEqual(sent);
});
