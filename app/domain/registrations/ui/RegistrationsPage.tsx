import { type ReactNode, Suspense, useCallback, useState } from "react";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import type { CustomerList } from "~/domain/customers/list-row.server";
import { PersonLink } from "~/domain/customers/ui/RecordPart";
import { EditProblem, useEditor } from "~/domain/customers/ui/useEditor";
import { parseStoredDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { type ListDeclaration, type ListResult, type ListState, searchKind } from "~/platform/list";
import { formatDecimal, formatMoney } from "~/platform/money/format-money";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import { type BulkAction, type Cells, type SavedView, type TabHits, tabsOf } from "~/ui/list/types";
import { formatCount } from "~/ui/numbers";
import { Tags } from "~/ui/Tags";
import { registrationCall } from "../calls-of-pages";
import { DECISIONS, type DecisionButton } from "../decision";
import { expiryOf } from "../expiry/expiry";
import { emptyHint } from "../messages";
import { narrowingParameters, type RegistrationNarrowing } from "../narrowing";
import type { RegistrationRow } from "../registration-row.server";
import * as statuses from "../status";
import type { Rejection } from "./RejectDialog";
import { EndingFilter, ExpiryBadge, narrowingFilters, RemarkBadge, RemarkSummary } from "./Remark";
import { RowButtons, rowActions } from "./RowButtons";
import { allOf, countMatching, type Many, selectedOf, useDecisions, useReasons } from "./useDecisions";

const RegistrationHistory = lazyPart(() => import("./RegistrationHistory"));
const RegistrationEditDialog = lazyPart(() => import("./RegistrationEditDialog"));
const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));
const RejectDialog = lazyPart(() => import("./RejectDialog"));
const RenewDialog = lazyPart(() => import("./expiry/RenewDialog"));
const AskDialog = lazyPart(() => import("./AskDialog"));

/** What the page's loader returns. */
export interface RegistrationsPageData extends RegistrationNarrowing {
  list: CustomerList["declaration"];
  tab: statuses.RegistrationTab;
  state: ListState;
  result: ListResult<RegistrationRow>;
  counts: Record<statuses.RegistrationTab, number>;
  /** How many of each tab a search or a filter finds. */
  hits?: TabHits<statuses.RegistrationTab>;
  mirror: { heardAt: string | null; rebuiltAt: string | null };
  views: readonly SavedView[];
  /** The server's clock when it answered. */
  now: string;
}

/** What another system adds to the list. */
interface RowExtension {
  /** Among a row's buttons. */
  button(row: RegistrationRow): ReactNode;
  /** Below them. */
  note(row: RegistrationRow): ReactNode;
  bulkAction: BulkAction<RegistrationRow>;
}

interface RegistrationsPageProps extends RegistrationsPageData {
  title: string;
  registration: statuses.Registration;
  /** The label of a tab's Next button, where it isn't "Next". */
  nextLabels?: Partial<Record<statuses.RegistrationTab, string>>;
  extension?: RowExtension | null;
  /** Among the page's actions, for what concerns the whole screen. */
  children?: ReactNode;
}

/**
 * The screen of a kind of registration: a tab for each status, and one for customers who were asked for information. Decisions are
 * made one by one or in bulk.
 */
export function RegistrationsPage(props: RegistrationsPageProps) {
  const { registration, list, tab, state, result, counts, hits, mirror, views, now, extension } = props;
  const { noun } = statuses.REGISTRATIONS[registration];
  const { shop } = useFrame();
  const { decide, decideMany, backToPending, leaving, noteOf } = useDecisions(registration, tab, result.rows);
  const editor = useEditor();
  const [shown, setShown] = useState<RegistrationRow | null>(null);
  const closeHistory = useCallback(() => setShown(null), []);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  // Another tab is shown: what it makes of a registration is another decision.
  if (deciding && deciding.tab !== tab) setDeciding(null);
  const [asking, setAsking] = useState<RegistrationRow | AskingMany | null>(null);
  const [renewing, setRenewing] = useState<RegistrationRow | null>(null);
  const closeRenewal = useCallback(() => setRenewing(null), []);
  const closeQuestion = useCallback(() => setAsking(null), []);
  const reasons = useReasons(deciding?.button.to === "disabled" || asking !== null);
  const today = isoDateIn(new Date(now), shop.timeZone);
  const actions = rowActions(tab, {
    onDecide: (row, button) =>
      button.to === "disabled" ? setDeciding({ tab, row, button }) : decide(row, button.to),
    onAsk: setAsking,
    onBackToPending: backToPending,
    isEnding: (row) => expiryOf(parseStoredDate(row.stp_endDate), today) !== null,
    onRenew: setRenewing,
  });
  const cardSearch = cardSearchOf(props);
  const confirmDecision = (rejection?: Rejection) => {
    if (!deciding) return;
    if (deciding.bulk) decideMany(deciding.bulk.many, deciding.button.to, rejection, deciding.bulk.clear);
    else decide(deciding.row, deciding.button.to, rejection);
    setDeciding(null);
  };
  /** A bulk action on the selected rows, or on all that match. */
  const bulkAction = (label: string, destructive: boolean, act: (bulk: Bulk) => void) => ({
    label,
    destructive,
    onAction: (rows: RegistrationRow[], clear: () => void) =>
      act({ many: selectedOf(rows), count: rows.length, clear }),
    onAll: (count: number, clear: () => void) => act({ many: allOf(props, count), count, clear }),
  });

  const cells = {
    name: (row) => (
      <>
        <PersonLink row={row} opens={registration === "staff" ? "admin" : "card"} search={cardSearch} />
        {tab !== "disabled" && <ExpiryBadge end={row.stp_endDate} today={today} />}
        <RemarkBadge remark={row.remark} />
      </>
    ),
    email: (row) => (
      <>
        <div>
          <EmailText email={row.email} />
        </div>
        <RemarkSummary remark={row.remark} />
      </>
    ),
    tags: (row) => <Tags tags={tagsBeyond(row, registration, list)} />,
    amountSpent: (row) => formatMoney(row.amountSpentCents, shop.currency),
    discountLimit: (row) => formatDecimal(row.discount_limit, shop.currency),
  } satisfies Cells<RegistrationRow>;
  return (
    <>
      <ListPage
        title={props.title}
        plural={noun.many}
        list={list}
        state={state}
        result={result}
        rowLabel={(row) => row.displayName}
        tabs={tabsOf(statuses.REGISTRATION_TABS, statuses.TAB_NAMES, { counts, hits })}
        selectedTab={tab}
        cells={cells}
        rowActions={(row) => (
          <RowButtons
            row={row}
            isOpening={editor.opening === row.id}
            onEdit={() => editor.open(row.id)}
            actions={actions}
            more={extension?.button(row)}
            note={extension?.note(row)}
          />
        )}
        onOpen={setShown}
        rowKeys={[
          ...actions.map(({ key, keyLabel, isFor, onPress }) => ({ key, label: keyLabel, isFor, onPress })),
          { key: "e", label: "Edit", onPress: (row) => editor.open(row.id) },
        ]}
        bulkActions={[
          ...DECISIONS[statuses.statusOfTab(tab)].map((button) =>
            bulkAction(`${button.label} selected`, button.to === "disabled", (bulk) =>
              setDeciding({ tab, bulk, button }),
            ),
          ),
          ...(tab === "pending" ? [bulkAction("Ask selected", false, (bulk) => setAsking({ bulk }))] : []),
          ...(extension ? [extension.bulkAction] : []),
        ]}
        countMatching={() => countMatching(registration, props)}
        views={views}
        leaving={leaving}
        toolbar={<EndingFilter ending={props.ends} />}
        filters={narrowingFilters(props)}
        pageActions={
          <>
            {props.children}
            {result.rows.length > 0 && (
              <ExportButton
                call={registrationCall(`exports.${registration}.rows`, {
                  params: { status: tab },
                  query: { sort: state.sort, ends: props.ends, answer: props.answer },
                  body: searchKind(state.search),
                })}
              />
            )}
            <ImportButton />
          </>
        }
        freshness={mirror.heardAt ? { at: mirror.heardAt, now } : undefined}
        emptyHint={emptyHint(noun, tab, state.search || (props.ends ?? props.answer ?? ""), mirror.rebuiltAt)}
        emptyAction={
          tab === "pending"
            ? { content: "Import a file", url: `/${statuses.REGISTRATIONS[registration].list}/import` }
            : { content: "Show pending", url: "?tab=pending" }
        }
        nextLabel={props.nextLabels?.[tab]}
      />
      <EditProblem editor={editor} />
      {editor.customer && (
        <Suspense>
          <RegistrationEditDialog
            customer={editor.customer}
            registration={registration}
            onClose={editor.close}
          />
        </Suspense>
      )}
      {shown && (
        <Suspense>
          <RegistrationHistory row={shown} cardSearch={cardSearch} onClose={closeHistory} />
        </Suspense>
      )}
      {renewing && (
        <Suspense>
          <RenewDialog row={latestOf(renewing, result.rows)} today={today} onClose={closeRenewal} />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <AskDialog
            registration={registration}
            who={"bulk" in asking ? asking.bulk : asking}
            questions={reasons?.question}
            onClose={closeQuestion}
            onAsked={"bulk" in asking ? asking.bulk.clear : undefined}
          />
        </Suspense>
      )}
      {deciding && (
        <Suspense>
          {deciding.button.to === "disabled" ? (
            <RejectDialog
              title={titleOf(deciding, noun)}
              hint={deciding.bulk && IN_BACKGROUND}
              reasons={reasons?.reject}
              initialNote={noteOf(deciding.row?.id)}
              onReject={confirmDecision}
              onClose={() => setDeciding(null)}
            />
          ) : (
            <ConfirmModal
              title={titleOf(deciding, noun)}
              confirmLabel={deciding.button.label}
              onClose={() => setDeciding(null)}
              onConfirm={() => confirmDecision()}
            >
              {IN_BACKGROUND}
            </ConfirmModal>
          )}
        </Suspense>
      )}
    </>
  );
}

/** The list as it is shown, for the card of one of its customers: `app/domain/registrations/card.ts` reads it. */
const cardSearchOf = ({ list, tab, state, ...narrowing }: RegistrationsPageProps): string =>
  new URLSearchParams({
    list: list.name,
    tab,
    ...(state.search && { q: state.search }),
    ...(state.sort !== list.defaultSort && { sort: state.sort }),
    ...narrowingParameters(narrowing),
  }).toString();

/** Registrations that a bulk action works on, and how to clear their selection. */
interface Bulk {
  many: Many;
  count: number;
  clear(): void;
}

interface AskingMany {
  bulk: Bulk;
}

/** A decision that a dialog confirms: on one row, or on many. */
type Deciding = { tab: statuses.RegistrationTab; button: DecisionButton } & (
  | { row: RegistrationRow; bulk?: undefined }
  | { bulk: Bulk; row?: undefined }
);

const IN_BACKGROUND =
  "They are processed in the background, each with its own outcome. You can keep working.";

function titleOf({ row, bulk, button }: Deciding, noun: { one: string; many: string }): string {
  if (!bulk) return `${button.label} ${row.displayName}?`;
  return `${button.label} ${formatCount(bulk.count)} ${bulk.count === 1 ? noun.one : noun.many}?`;
}

/** The tags that the list doesn't show otherwise, by its tab, its kind or a column. */
function tagsBeyond(
  row: Pick<RegistrationRow, "tags">,
  registration: statuses.Registration,
  list: ListDeclaration,
): string[] {
  const kind = statuses.REGISTRATIONS[registration].tag.toLowerCase();
  const showsLimit = list.columns.some(({ key }) => key === "discountLimit");
  return row.tags.filter((tag) => {
    const isShown = statuses.statusOfTag(tag) !== null || tag.toLowerCase() === kind;
    return !isShown && !(showsLimit && tag.toLowerCase().startsWith("discount_limit:"));
  });
}
