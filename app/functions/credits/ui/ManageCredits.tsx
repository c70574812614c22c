import { useLocation } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Text } from "@shopify/polaris";
import { Suspense, useCallback, useEffect, useState } from "react";
import type { ListDeclaration, ListResult, ListState } from "~/platform/list";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { Dock } from "~/ui/Dock";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ImportButton } from "~/ui/import/ImportButton";
import { ADD_FIRST, ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { BulkWarning } from "~/ui/list/BulkBar";
import { SortSelect } from "~/ui/list/SortSelect";
import type { Cells } from "~/ui/list/types";
import { type PersistentSelection, usePersistentSelection } from "~/ui/list/useSelection";
import type { Approval } from "../approvals/find-waiting.server";
import type { Duplicate } from "../duplicates/calls.server";
import { creditCall } from "../function";
import { MAX_CUSTOMERS, type NamedPerson, personName, TOO_MANY_CUSTOMERS } from "../messages";
import { type AccountSort, orderOf } from "../tabs";
import { Approvals } from "./Approvals";
import { AsOf, type CustomerRow, ExportFiltered, MorePages, PendingAmount, TABS } from "./cells";
import { Duplicates } from "./Duplicates";
import type { PostedRequest } from "./use-posted";

const AddCustomerPanel = lazyPart(() => import("./AddCustomerPanel"));
const CreditPanel = lazyPart(() => import("./CreditPanel"));
const Outcomes = lazyPart(() => import("./Outcomes"));

const SORTS = [
  { value: "name asc", label: "Name, A to Z" },
  { value: "name desc", label: "Name, Z to A" },
  { value: "email asc", label: "Email, A to Z" },
  { value: "email desc", label: "Email, Z to A" },
  { value: "balance desc", label: "Balance, high to low" },
  { value: "balance asc", label: "Balance, low to high" },
];

type Panel = "issue" | "adjust" | "add";

interface ManageCreditsProps {
  list: ListDeclaration;
  state: ListState;
  result: ListResult<CustomerRow>;
  /** Requests that need a second approver, and the latest decided ones. */
  approvals: readonly Approval[];
  /** Transactions that may already be paid. */
  duplicates: { list: Duplicate[]; total: number };
  /** What the store owes all its customers now. */
  owedCents: Cents;
  /** The hint of an empty list while the store's customers are read for the first time. Empty afterwards. */
  readingHint: string;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
}

/** Manage Credits: customers with their balances, and credits or adjustments for up to 100 of them. */
export function ManageCredits(props: ManageCreditsProps) {
  const { list, state, result, approvals, duplicates, owedCents, readingHint, now } = props;
  const { currency } = useFrame().shop;
  const selection = usePersistentSelection(result.rows);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [posted, setPosted] = useState<{ request: PostedRequest; names: ReadonlyMap<string, string> } | null>(
    null,
  );
  const close = useCallback(() => setPanel(null), []);
  const { remove, rows: selected } = selection;
  const isTooMany = selected.length > MAX_CUSTOMERS;
  const showOutcomes = (request: PostedRequest, people: readonly NamedPerson[]) =>
    setPosted({ request, names: new Map(people.map((one) => [one.id, personName(one)])) });
  const onPosted = (request: PostedRequest) => {
    // A request that waits for a second approver is shown under Approvals.
    const hasResults = request.list.some(({ postingId, state }) => postingId !== null || state === "FAILED");
    if (hasResults) showOutcomes(request, selected);
    // If all were refused, the form stays open to be corrected.
    if (request.list.every(({ state }) => state === "FAILED")) return;
    setPanel(null);
    remove(request.list.map(({ id }) => id));
  };
  useOpenedForm(result.rows, selection, () => setPanel("issue"));
  const toggle = (which: Panel) => setPanel(panel === which ? null : which);
  const button = (which: Panel, label: string) => (
    <Button pressed={panel === which} ariaExpanded={panel === which} onClick={() => toggle(which)}>
      {label}
    </Button>
  );

  return (
    <>
      <ListPage
        title="Credits"
        list={list}
        state={state}
        result={result}
        plural="customers"
        rowLabel={({ name, email, id }) => name || email || id}
        cells={cellsOf(currency)}
        tabs={TABS}
        selectedTab="manageCredits"
        selection={selection}
        selectionBar={isTooMany && <BulkWarning>{TOO_MANY_CUSTOMERS}</BulkWarning>}
        appliesAtOnce
        asOf={result.rows.length > 0 ? <BalancesAsOf rows={result.rows} now={now} /> : undefined}
        pageWord="page"
        pageActions={
          <>
            <MorePages />
            <ExportFiltered
              call={creditCall("credits.exportCustomers", {
                search: state.search,
                ...orderOf<AccountSort>(state.sort),
              })}
              disabled={result.rows.length === 0}
            />
            <ImportButton />
          </>
        }
        rowActions={(row) => (
          <Button
            size="slim"
            url={`/credits/statement/${row.id}`}
            accessibilityLabel={`Statement of ${row.name || row.email || row.id}`}
          >
            Statement
          </Button>
        )}
        toolbar={<SortSelect list={list} state={state} options={SORTS} />}
        emptyHint={
          readingHint ||
          (state.search
            ? "No customer with credit matches this search. Use Add Customer to give another customer credit."
            : "Add a customer with an opening credit, or import a file.")
        }
        emptyAction={{ content: ADD_FIRST, onAction: () => setPanel("add") }}
      >
        <ButtonGroup>
          {button("issue", "Issue Credit")}
          {button("adjust", "Adjust Balance")}
          {button("add", "Add Customer")}
        </ButtonGroup>
        <Duplicates {...duplicates} />
        {approvals.length > 0 && (
          <Approvals
            approvals={approvals}
            onPosted={(request) => showOutcomes(request, request.people ?? [])}
          />
        )}
      </ListPage>
      {/* Only around content: React hydrates an empty boundary late, and a click before that would discard the page. */}
      {(panel || posted) && (
        <Dock onClose={panel ? close : () => setPosted(null)}>
          <BlockStack gap="400">
            {posted && (
              <Suspense>
                <Outcomes {...posted} onClose={() => setPosted(null)} />
              </Suspense>
            )}
            {panel && (
              <Suspense>
                {panel === "add" ? (
                  <AddCustomerPanel owedCents={owedCents} onClose={close} />
                ) : (
                  <CreditPanel
                    key={panel}
                    intent={panel}
                    selected={selected}
                    isTooMany={isTooMany}
                    owedCents={owedCents}
                    onPosted={onPosted}
                    onCancel={close}
                    onLoadError={close}
                  />
                )}
              </Suspense>
            )}
          </BlockStack>
        </Dock>
      )}
    </>
  );
}

/** Selects the customer of an address that opens the form, such as the palette's. */
function useOpenedForm(
  rows: readonly CustomerRow[],
  { ids, toggle }: PersistentSelection<CustomerRow>,
  openForm: () => void,
): void {
  const { search, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    const [row, ...others] = rows;
    if (new URLSearchParams(search).get("open") !== "issue" || !row || others.length > 0) return;
    if (!ids.has(row.id)) toggle(row.id);
    openForm();
  }, [key]);
}

/** The oldest comparison of the listed accounts. Erased customers' accounts have no counterpart at Shopify. */
function BalancesAsOf({ rows, now }: { rows: readonly CustomerRow[]; now: string }) {
  const comparisons = rows.flatMap(({ id, comparedAt }) =>
    comparedAt === null || id.startsWith("-") ? [] : [comparedAt],
  );
  return (
    <span>
      Balances <AsOf at={comparisons.toSorted()[0] ?? null} now={now} />
    </span>
  );
}

const cellsOf = (currency: string) =>
  ({
    name: ({ name, id }) =>
      name ? (
        name
      ) : (
        <Text as="span" tone="subdued">
          {id.startsWith("-") ? "Erased" : id}
        </Text>
      ),
    // Shopify names a customer without a name after the email address.
    email: ({ name, email }) => email && email !== name && <EmailText email={email} />,
    balance: (row) => (
      <>
        {formatMoney(row.balanceCents, currency)}
        <PendingAmount {...row} currency={currency} />
      </>
    ),
  }) satisfies Cells<CustomerRow>;
