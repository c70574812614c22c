import { useNavigate } from "@remix-run/react";
import { Banner, Button, Link, Select } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import { type ListState, searchKind } from "~/platform/list";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { latestOf } from "~/ui/list/latest-row";
import { RowActions } from "~/ui/list/RowActions";
import { RowLink } from "~/ui/list/RowLink";
import { type Cells, chosenFilter, type SavedView, type TabHits, tabsOf } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Tags } from "~/ui/Tags";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { useCall } from "~/ui/useCall";
import { AUDIENCES } from "../audiences";
import type { INVITED_LISTS, InvitationPage, InvitationRow } from "../list.server";
import { emptyInvitationsHint, REINVITE_STARTED } from "../messages";
import { invitationCall, screenCall } from "../screen-functions";
import { INVITED_SCREENS, type InvitedAudience, type InvitedScreen } from "../screens";
import * as states from "../states";
import { InvitationStateText, useInvitationStates } from "./InvitationStateText";
import { useReinviteMany } from "./useReinviteMany";

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

const InviteDialog = lazyPart(() => import("./InviteDialog"));

const EditInvitationDialog = lazyPart(() => import("./EditInvitationDialog"));

const ReinviteFileDialog = lazyPart(() => import("./ReinviteFileDialog"));

/** What the page's loader answers. */
export interface InvitedUsersPageData {
  list: (typeof INVITED_LISTS)[InvitedAudience]["declaration"];
  tab: states.InvitationTab;
  state: ListState;
  /** The state filter. */
  only: states.InvitationState | undefined;
  result: InvitationPage;
  counts: Record<states.InvitationTab, number | null>;
  hits?: TabHits<states.InvitationTab>;
  /** Whether MTD users can be invited. */
  mtd: boolean;
  views: readonly SavedView[];
}

type Dialog = { is: "invite" } | { is: "file" } | { is: "edit" | "history"; row: InvitationRow };

/** A screen of invited and registered people. */
export function InvitedUsersPage(props: InvitedUsersPageData & { audience: InvitedAudience }) {
  const { audience, list, tab, state, only, result, counts, hits, views } = props;
  const screen: InvitedScreen = INVITED_SCREENS[audience];
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = useCallback(() => setDialog(null), []);
  useAddressRequest("new", () => setDialog({ is: "invite" }));
  const reinvite = useReinviteMany(audience, dialog?.is === "file");
  useInvitationStates();
  const isInvited = tab === "invited";
  const edit = (row: InvitationRow) => setDialog({ is: "edit", row });

  return (
    <>
      <ListPage
        title={`${states.TAB_TITLES[tab]} ${screen.title}`}
        plural={AUDIENCES[audience].noun.many}
        list={list}
        state={state}
        result={result}
        rowLabel={(row) => row.displayName}
        tabs={tabsOf(states.INVITATION_TABS, states.TAB_TITLES, { counts, hits })}
        selectedTab={tab}
        cells={CELLS}
        rowActions={
          isInvited
            ? (row) => <InvitationButtons audience={audience} row={row} onEdit={() => edit(row)} />
            : undefined
        }
        rowKeys={isInvited ? [{ key: "e", label: "Edit", onPress: edit }] : undefined}
        onOpen={(row) => setDialog({ is: "history", row })}
        bulkActionsInToolbar
        bulkActions={
          isInvited
            ? [{ label: "Reinvite User", loading: reinvite.isBusy, onAction: reinvite.ofRows }]
            : undefined
        }
        views={views}
        toolbar={isInvited && <StateFilter state={only} />}
        filters={isInvited ? chosenFilter("State", "state", only, OPTIONS) : []}
        pageActions={
          <>
            {result.rows.length > 0 && (
              <ExportButton
                call={invitationCall(`exports.${audience}.${tab}.rows`, {
                  query: { sort: state.sort, state: only as never },
                  body: searchKind(state.search),
                })}
              />
            )}
            {isInvited && (
              <>
                <Button loading={reinvite.isBusy} onClick={() => setDialog({ is: "file" })}>
                  Reinvite Excel
                </Button>
                <ImportButton tick={props.mtd ? MTD_TICK : undefined} />
                <Button variant="primary" onClick={() => setDialog({ is: "invite" })}>
                  Invite User
                </Button>
              </>
            )}
          </>
        }
        emptyHint={emptyInvitationsHint(AUDIENCES[audience].noun.many, tab, Boolean(state.search || only))}
        emptyAction={
          isInvited
            ? { content: "Invite the first one", onAction: () => setDialog({ is: "invite" }) }
            : { content: "Invited users", url: `${screen.path}?tab=invited` }
        }
      >
        {reinvite.isShown && (
          <div role="status">
            <Banner tone="info">{REINVITE_STARTED}</Banner>
          </div>
        )}
      </ListPage>
      {dialog && (
        <Suspense>
          {dialog.is === "invite" && (
            <InviteDialog
              audience={audience}
              tags={AUDIENCES[audience].tags}
              mtd={props.mtd}
              onClose={close}
            />
          )}
          {dialog.is === "file" && <ReinviteFileDialog reinvite={reinvite} onClose={close} />}
          {dialog.is === "edit" && (
            <EditInvitationDialog
              audience={audience}
              row={latestOf(dialog.row, result.rows)}
              onClose={close}
            />
          )}
          {dialog.is === "history" && (
            <HistoryModal
              name={dialog.row.displayName}
              url={`/activity/invitation/${dialog.row.id}`}
              onClose={close}
            >
              <InvitationLinks row={dialog.row} />
            </HistoryModal>
          )}
        </Suspense>
      )}
    </>
  );
}

/** The checkbox beside the file upload: all people in the file are MTD users. */
const MTD_TICK = { name: "mtd_check_box", label: "MTD Users" };

const CELLS = {
  name: (row) =>
    row.customerId ? (
      <RowLink to={`/customers/${row.customerId}`}>{row.displayName}</RowLink>
    ) : (
      row.displayName
    ),
  state: (row) => <InvitationStateText {...row} />,
  tags: (row) => <Tags tags={row.tags} />,
} satisfies Cells<InvitationRow>;

/** Links to related pages. */
const InvitationLinks = ({ row }: { row: InvitationRow }) => (
  <>
    <InvitationStateText {...row} />
    {row.mailId && (
      <p>
        <Link url={`/mail/${row.mailId}`}>Open the latest email</Link>
      </p>
    )}
    {row.customerId && (
      <p>
        <Link url={`/customers/${row.customerId}`}>Open the customer card</Link>
      </p>
    )}
  </>
);

interface InvitationButtonsProps {
  audience: InvitedAudience;
  row: InvitationRow;
  onEdit(): void;
}

/** The actions of an invitation's row. */
function InvitationButtons({ audience, row, onEdit }: InvitationButtonsProps) {
  const resend = useCall();
  const remove = useCall();
  return (
    <RowActions
      rowName={row.displayName}
      menu={[
        { label: "Edit", accessibilityLabel: `Edit ${row.displayName}`, onAction: onEdit },
        {
          label: "Delete",
          accessibilityLabel: `Delete the invitation of ${row.displayName}`,
          destructive: true,
          disabled: remove.isBusy,
          onAction: () => remove.run(screenCall(audience, "revoke", { id: row.id })),
        },
      ]}
    >
      <Button
        size="slim"
        accessibilityLabel={`Resend Invite to ${row.displayName}`}
        loading={resend.isBusy}
        onClick={() => resend.run(screenCall(audience, "reinvite", { id: row.id }))}
      >
        Resend Invite
      </Button>
    </RowActions>
  );
}

const OPTIONS = [
  { label: "Any state", value: "" },
  ...states.STATES_OF_TAB.invited.map((state) => ({ label: states.STATE_NAMES[state], value: state })),
];

/** Filters the invited people by state; the URL keeps the choice. */
function StateFilter({ state }: { state: states.InvitationState | undefined }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="State"
      labelHidden
      options={OPTIONS}
      value={state ?? ""}
      onChange={(value) => navigate(firstPage(search, { state: value }))}
    />
  );
}
