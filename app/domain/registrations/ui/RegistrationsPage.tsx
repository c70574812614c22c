import { Button, ButtonGroup, Link } from "@shopify/polaris";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { CustomerListPage, CustomerListRow } from "~/domain/customers/row";
import { useEditor } from "~/domain/customers/ui/useEditor";
import type { ListDeclaration, ListState } from "~/platform/list";
import { formatMoney } from "~/platform/money";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import type { SavedView } from "~/ui/list/types";
import { useSavedViewActions } from "~/ui/list/useSavedViewActions";
import { Moment } from "~/ui/Moment";
import { Tags } from "~/ui/Tags";
import { DECISIONS, type DecisionButton } from "../decisions";
import { emptyHint } from "../messages";
import {
  REGISTRATION_STATUSES,
  REGISTRATIONS,
  type Registration,
  type RegistrationStatus,
  STATUS_NAMES,
} from "../status";
import { TakeBack } from "./TakeBack";
import { useDecisions } from "./useDecisions";

const HistoryModal = lazy(() => import("~/ui/HistoryModal"));
const RegistrationEditDialog = lazy(() => import("./RegistrationEditDialog"));
const ConfirmModal = lazy(() => import("~/ui/ConfirmModal"));

/** What the page's loader answers. */
export interface RegistrationsPageData {
  tab: RegistrationStatus;
  state: ListState;
  result: CustomerListPage;
  counts: Record<RegistrationStatus, number>;
  mirror: { heardAt: string | null; rebuiltAt: string | null };
  views: readonly SavedView[];
  /** The server's clock when it answered. */
  now: string;
}

interface RegistrationsPageProps extends RegistrationsPageData {
  title: string;
  registration: Registration;
  list: ListDeclaration;
  /** What the Next button says on a tab, where it is not "Next". */
  nextLabels?: Partial<Record<RegistrationStatus, string>>;
  /** Above the rows, for what belongs to the whole screen. */
  children?: ReactNode;
}

/**
 * The screen of a kind of registration (sections 2.3 and 2.4 of the first specification text): three tabs, decided one by one
 * or many at once.
 */
export function RegistrationsPage(props: RegistrationsPageProps) {
  const { registration, list, tab, state, result, counts, mirror, views, now } = props;
  const { noun } = REGISTRATIONS[registration];
  const { shop } = useFrame();
  const viewActions = useSavedViewActions(list.name, "/views");
  const { decide, decideMany, leaving } = useDecisions(tab);
  const editor = useEditor();
  const [shown, setShown] = useState<CustomerListRow | null>(null);
  const closeHistory = useCallback(() => setShown(null), []);
  const [asked, setAsked] = useState<{
    rows: CustomerListRow[];
    clear: () => void;
    button: DecisionButton;
  } | null>(null);

  return (
    <>
      <ListPage<CustomerListRow>
        title={props.title}
        plural={noun.many}
        list={list}
        state={state}
        result={result}
        rowLabel={(row) => row.displayName}
        tabs={REGISTRATION_STATUSES.map((status) => ({
          id: status,
          label: STATUS_NAMES[status],
          count: counts[status],
        }))}
        selectedTab={tab}
        cells={{
          name: (row) => (
            <Link url={row.url} target="_blank" removeUnderline>
              {row.displayName}
            </Link>
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
          <ButtonGroup gap="tight">
            <Button
              size="slim"
              variant="tertiary"
              accessibilityLabel={`Edit ${row.displayName}`}
              loading={editor.opening === row.id}
              onClick={() => editor.open(row.id)}
            >
              Edit
            </Button>
            {DECISIONS[tab].map((button) => (
              <Button
                key={button.to}
                size="slim"
                tone={button.to === "disabled" ? "critical" : undefined}
                accessibilityLabel={`${button.label} ${row.displayName}`}
                onClick={() => decide(row, button.to)}
              >
                {button.label}
              </Button>
            ))}
          </ButtonGroup>
        )}
        onOpen={setShown}
        rowKeys={DECISIONS[tab].map((button) => ({
          key: button.key,
          label: button.label,
          onPress: (row) => decide(row, button.to),
        }))}
        bulkActions={DECISIONS[tab].map((button) => ({
          label: `${button.label} selected`,
          destructive: button.to === "disabled",
          onAction: (rows, clear) => setAsked({ rows, clear, button }),
        }))}
        views={{ views, ...viewActions }}
        leaving={leaving}
        freshness={mirror.heardAt ? { what: "Customers", at: mirror.heardAt, now } : undefined}
        emptyHint={emptyHint(noun, tab, state.search, mirror.rebuiltAt)}
        nextLabel={props.nextLabels?.[tab]}
      >
        {props.children}
      </ListPage>
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
            <TakeBack customerId={shown.id.split("/").pop() ?? ""} onTakenBack={closeHistory} />
          </HistoryModal>
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <ConfirmModal
            title={`${asked.button.label} ${asked.rows.length} ${asked.rows.length === 1 ? noun.one : noun.many}?`}
            confirmLabel={asked.button.label}
            destructive={asked.button.to === "disabled"}
            onClose={() => setAsked(null)}
            onConfirm={() => {
              decideMany(asked.rows, asked.button.to);
              asked.clear();
              setAsked(null);
            }}
          >
            They are worked on in the background, each with its own outcome. You can go on working meanwhile.
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}
