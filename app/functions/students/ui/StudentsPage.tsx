import { Button, ButtonGroup, Link } from "@shopify/polaris";
import { lazy, Suspense, useState } from "react";
import type { CustomerListPage, CustomerListRow } from "~/domain/customers/row";
import { REGISTRATION_STATUSES, type RegistrationStatus } from "~/domain/registrations/status";
import type { ListState } from "~/platform/list";
import { formatMoney } from "~/platform/money";
import { EmailText } from "~/ui/EmailText";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import type { SavedView } from "~/ui/list/types";
import { useSavedViewActions } from "~/ui/list/useSavedViewActions";
import { Moment } from "~/ui/Moment";
import { Tags } from "~/ui/Tags";
import { DECISIONS, type DecisionButton } from "../decisions";
import { studentsList } from "../list";
import { EMPTY_HINTS, FIRST_READING, NOBODY_MATCHES, TAB_NAMES } from "../messages";
import { useDecisions } from "./useDecisions";

const HistoryModal = lazy(() => import("~/ui/HistoryModal"));
const ConfirmModal = lazy(() => import("~/ui/ConfirmModal"));

interface StudentsPageProps {
  tab: RegistrationStatus;
  state: ListState;
  result: CustomerListPage;
  counts: Record<RegistrationStatus, number>;
  mirror: { heardAt: string | null; rebuiltAt: string | null };
  views: readonly SavedView[];
  /** The server's clock when it answered. */
  now: string;
}

/** The Students screen (section 2.3 of the first specification text): three tabs of registrations, decided one by one or many at once. */
export function StudentsPage({ tab, state, result, counts, mirror, views, now }: StudentsPageProps) {
  const { shop } = useFrame();
  const viewActions = useSavedViewActions(studentsList.name, "/views");
  const { decide, decideMany, leaving } = useDecisions(tab);
  const [shown, setShown] = useState<CustomerListRow | null>(null);
  const [asked, setAsked] = useState<{
    rows: CustomerListRow[];
    clear: () => void;
    button: DecisionButton;
  } | null>(null);

  return (
    <>
      <ListPage<CustomerListRow>
        title="Students"
        plural="students"
        list={studentsList}
        state={state}
        result={result}
        rowLabel={(row) => row.displayName}
        tabs={REGISTRATION_STATUSES.map((status) => ({
          id: status,
          label: TAB_NAMES[status],
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
        emptyHint={emptyHint(tab, state, mirror)}
      />
      {shown && (
        <Suspense>
          <HistoryModal
            name={shown.displayName}
            url={`/activity/customer/${shown.id.split("/").pop()}`}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
      {asked && (
        <Suspense>
          <ConfirmModal
            title={`${asked.button.label} ${asked.rows.length} ${asked.rows.length === 1 ? "student" : "students"}?`}
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

function emptyHint(
  tab: RegistrationStatus,
  { search }: ListState,
  { rebuiltAt }: StudentsPageProps["mirror"],
): string {
  if (!rebuiltAt) return FIRST_READING;
  return search ? NOBODY_MATCHES : EMPTY_HINTS[tab];
}
