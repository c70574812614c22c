import { BlockStack, Link } from "@shopify/polaris";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { SyncState } from "~/domain/agora/state";
import { SyncButton } from "~/domain/agora/ui/SyncButton";
import { SyncText } from "~/domain/agora/ui/SyncText";
import { useSync } from "~/domain/agora/ui/useSync";
import type { CustomerListPage, CustomerListRow } from "~/domain/customers/row";
import { EditProblem } from "~/domain/customers/ui/EditProblem";
import { CardLink, PersonLink } from "~/domain/customers/ui/PersonLink";
import { useEditor } from "~/domain/customers/ui/useEditor";
import { ExportButton } from "~/domain/exports/ui/ExportButton";
import { calendarDay } from "~/platform/day";
import type { ListDeclaration, ListState } from "~/platform/list";
import { formatMoney } from "~/platform/money";
import { plainDay } from "~/platform/written-day";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import type { SavedView } from "~/ui/list/types";
import { useSavedViewActions } from "~/ui/list/useSavedViewActions";
import { Moment } from "~/ui/Moment";
import { Tags } from "~/ui/Tags";
import { DECISIONS, type DecisionButton } from "../decisions";
import { type Ending, expiryOf } from "../expiry/expiry";
import { emptyHint } from "../messages";
import {
  REGISTRATION_TABS,
  REGISTRATIONS,
  type Registration,
  type RegistrationTab,
  statusOfTab,
  TAB_NAMES,
} from "../status";
import { EndingFilter } from "./expiry/EndingFilter";
import { ExpiryBadge } from "./expiry/ExpiryBadge";
import type { Rejection } from "./RejectDialog";
import { Remark } from "./Remark";
import { RowButtons } from "./RowButtons";
import { rowActions } from "./row-actions";
import { TakeBack } from "./TakeBack";
import { useDecisions } from "./useDecisions";
import { useReasons } from "./useReasons";

const HistoryModal = lazy(() => import("~/ui/HistoryModal"));
const RegistrationEditDialog = lazy(() => import("./RegistrationEditDialog"));
const ConfirmModal = lazy(() => import("~/ui/ConfirmModal"));
const RejectDialog = lazy(() => import("./RejectDialog"));
const RenewDialog = lazy(() => import("./expiry/RenewDialog"));
const AskDialog = lazy(() => import("./AskDialog"));

/** What the page's loader answers. */
export interface RegistrationsPageData {
  tab: RegistrationTab;
  state: ListState;
  result: CustomerListPage;
  counts: Record<RegistrationTab, number>;
  mirror: { heardAt: string | null; rebuiltAt: string | null };
  /** What the list is narrowed to by the registrations' end. */
  ends?: Ending;
  views: readonly SavedView[];
  /** Where the rows stand with Agora; null on a tab whose people are not synced. */
  sync: readonly SyncState[] | null;
  /** The server's clock when it answered. */
  now: string;
}

interface RegistrationsPageProps extends RegistrationsPageData {
  title: string;
  registration: Registration;
  list: ListDeclaration;
  /** What the Next button says on a tab, where it is not "Next". */
  nextLabels?: Partial<Record<RegistrationTab, string>>;
  /** Above the rows, for what belongs to the whole screen. */
  children?: ReactNode;
}

/**
 * The screen of a kind of registration (sections 2.3 and 2.4 of the first specification text): the three tabs of the statuses and
 * that of those who were asked for information, decided one by one
 * or many at once.
 */
export function RegistrationsPage(props: RegistrationsPageProps) {
  const { registration, list, tab, state, result, counts, mirror, views, now } = props;
  const { noun } = REGISTRATIONS[registration];
  const { shop } = useFrame();
  const viewActions = useSavedViewActions(list.name, "/views");
  const { decide, decideMany, backToPending, leaving } = useDecisions(tab);
  const editor = useEditor();
  const sync = useSync(registration, props.sync);
  const [shown, setShown] = useState<CustomerListRow | null>(null);
  const closeHistory = useCallback(() => setShown(null), []);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [asking, setAsking] = useState<CustomerListRow | null>(null);
  const [renewing, setRenewing] = useState<CustomerListRow | null>(null);
  const closeRenewal = useCallback(() => setRenewing(null), []);
  const closeQuestion = useCallback(() => setAsking(null), []);
  const reasons = useReasons(deciding?.button.to === "disabled" || asking !== null);
  const today = calendarDay(new Date(now), shop.timeZone);
  const actions = rowActions(tab, {
    onDecide: (row, button) =>
      button.to === "disabled" ? setDeciding({ rows: [row], button }) : decide(row, button.to),
    onAsk: setAsking,
    onBackToPending: backToPending,
    isEnding: (row) => expiryOf(plainDay(row.stp_endDate), today) !== null,
    onRenew: setRenewing,
  });
  const carryOut = (said?: Rejection) => {
    const [row] = deciding?.rows ?? [];
    if (!deciding || !row) return;
    if (deciding.clear) decideMany(deciding.rows, deciding.button.to, said);
    else decide(row, deciding.button.to, said);
    deciding.clear?.();
    setDeciding(null);
  };

  return (
    <>
      <ListPage<CustomerListRow>
        title={props.title}
        plural={noun.many}
        list={list}
        state={state}
        result={result}
        rowLabel={(row) => row.displayName}
        tabs={REGISTRATION_TABS.map((id) => ({ id, label: TAB_NAMES[id], count: counts[id] }))}
        selectedTab={tab}
        cells={{
          name: (row) => (
            <div>
              <PersonLink row={row} opens={registration === "staff" ? "admin" : "card"} />
              {tab !== "disabled" && <ExpiryBadge end={row.stp_endDate} today={today} />}
              <Remark remark={row.remark} />
            </div>
          ),
          email: (row) => <EmailText email={row.email} />,
          tags: (row) => <Tags tags={row.tags} />,
          createdAt: (row) => <Moment at={row.createdAt} />,
          country: (row) => row.country,
          school: (row) => row.school,
          amountSpent: (row) => formatMoney(row.amountSpentCents, shop.currency),
          discountLimit: (row) => row.discount_limit,
        }}
        rowActions={(row) => (
          <RowButtons
            row={row}
            isOpening={editor.opening === row.id}
            onEdit={() => editor.open(row.id)}
            actions={actions}
            more={sync && <SyncButton customer={row} state={sync.stateOf(row.id)} />}
            below={sync && <SyncText state={sync.stateOf(row.id)} />}
          />
        )}
        onOpen={setShown}
        rowKeys={[
          ...actions.map(({ key, keyLabel, onPress }) => ({ key, label: keyLabel, onPress })),
          { key: "e", label: "Edit", onPress: (row) => editor.open(row.id) },
        ]}
        bulkActions={[
          ...DECISIONS[statusOfTab(tab)].map((button) => ({
            label: `${button.label} selected`,
            destructive: button.to === "disabled",
            onAction: (rows: CustomerListRow[], clear: () => void) => setDeciding({ rows, clear, button }),
          })),
          ...(sync ? [sync.bulkAction] : []),
        ]}
        views={{ views, ...viewActions }}
        leaving={leaving}
        toolbar={
          <>
            <EndingFilter ending={props.ends} />
            {result.rows.length > 0 && (
              <ExportButton report={registration} part={tab} state={state} ends={props.ends} />
            )}
            <ImportButton />
          </>
        }
        freshness={mirror.heardAt ? { what: "Customers", at: mirror.heardAt, now } : undefined}
        emptyHint={emptyHint(noun, tab, state.search || (props.ends ?? ""), mirror.rebuiltAt)}
        nextLabel={props.nextLabels?.[tab]}
      >
        {props.children}
      </ListPage>
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
          <HistoryModal
            name={shown.displayName}
            url={`/activity/customer/${shown.id.split("/").pop()}`}
            onClose={closeHistory}
          >
            <BlockStack gap="300">
              <CardLink id={shown.id} />
              <TakeBack customerId={shown.id.split("/").pop() ?? ""} onTakenBack={closeHistory} />
              <Link url={`/mail?q=${shown.id.split("/").pop()}`}>{`Mails about ${shown.displayName}`}</Link>
            </BlockStack>
          </HistoryModal>
        </Suspense>
      )}
      {renewing && (
        <Suspense>
          <RenewDialog row={renewing} today={today} onClose={closeRenewal} />
        </Suspense>
      )}
      {asking && (
        <Suspense>
          <AskDialog row={asking} questions={reasons?.question} onClose={closeQuestion} />
        </Suspense>
      )}
      {deciding && (
        <Suspense>
          {deciding.button.to === "disabled" ? (
            <RejectDialog
              title={titleOf(deciding, noun)}
              hint={deciding.clear && IN_BACKGROUND}
              reasons={reasons?.reject}
              onReject={carryOut}
              onClose={() => setDeciding(null)}
            />
          ) : (
            <ConfirmModal
              title={titleOf(deciding, noun)}
              confirmLabel={deciding.button.label}
              onClose={() => setDeciding(null)}
              onConfirm={() => carryOut()}
            >
              {IN_BACKGROUND}
            </ConfirmModal>
          )}
        </Suspense>
      )}
    </>
  );
}

/** A decision that a dialog asks about. */
interface Deciding {
  rows: CustomerListRow[];
  button: DecisionButton;
  /** Of several rows together: empties the selection. */
  clear?: () => void;
}

const IN_BACKGROUND =
  "They are worked on in the background, each with its own outcome. You can go on working meanwhile.";

function titleOf({ rows, button, clear }: Deciding, noun: { one: string; many: string }): string {
  if (!clear) return `${button.label} ${rows[0]?.displayName}?`;
  return `${button.label} ${rows.length} ${rows.length === 1 ? noun.one : noun.many}?`;
}
