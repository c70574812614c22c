import { Button } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { CreateAgainBanner } from "~/core/imports/ui/CreateAgainBanner";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/import";
import { InvitationStateText, useInvitationStates } from "~/domain/invitations/ui/InvitationStateText";
import { saveSampleFile, USER_TYPE_COLUMNS, useInviteSheet } from "~/domain/invitations/ui/people-file";
import type { ListResult, ListState } from "~/platform/list";
import { pluralize } from "~/platform/text/pluralize";
import { FileButton } from "~/ui/import/ImportButton";
import { SPREADSHEET_FILES } from "~/ui/import/reader-messages";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { RowActions } from "~/ui/list/RowActions";
import { RowLink } from "~/ui/list/RowLink";
import type { Cells } from "~/ui/list/types";
import { useClearWhenAccepted } from "~/ui/list/useClearWhenAccepted";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { inviteCall, TITLE } from "../function";
import type { InvitedRow, invitesList, registeredList } from "../list.server";
import { FALLBACKS, SHOWN_SECONDS } from "../messages";
import type { UserTypeChoice } from "./InviteDialog";
import { type InviteHits, tabsWith } from "./tabs";

/** A row of the lists of people: the invitation, with its id as the list needs it. */
export type Person = InvitedRow & { id: string };

/** What the columns of both lists of people hold. */
const PERSON_CELLS = {
  // The customer card needs a kind of customer, and the people of a user type may have none.
  name: ({ displayName, url }) =>
    url ? (
      <RowLink to={url} target="_blank">
        {displayName}
      </RowLink>
    ) : (
      displayName
    ),
  state: (person) => <InvitationStateText {...person} />,
} satisfies Cells<Person>;

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const InviteDialog = lazyPart(() => import("./InviteDialog"));

interface InvitedUsersProps {
  list: (typeof invitesList)["declaration"];
  state: ListState;
  result: ListResult<Person>;
  hits?: InviteHits;
  userTypes: readonly UserTypeChoice[];
}

/** People who are invited and haven't registered, with actions to invite, send again and delete. */
export function InvitedUsers({ list, state, result, hits, userTypes }: InvitedUsersProps) {
  const change = useCall();
  const clearLater = useClearWhenAccepted(change.answer);
  // Its answer says nothing about the selection.
  const resendOne = useCall();
  useInvitationStates();
  const { show } = useNotices();
  const noticeFailure = useSpreadsheetFailure();
  const bulk = useInviteSheet({
    form: INVITATION_IMPORTS.usertype,
    columns: USER_TYPE_COLUMNS,
    onProblem: (sentence) =>
      show({ level: "critical", text: sentence ?? FALLBACKS.send, seconds: SHOWN_SECONDS.error }),
  });
  const hasTypes = userTypes.length > 0;
  const [isInviting, setInviting] = useState(false);
  const closeDialog = useCallback(() => setInviting(false), []);
  useAddressRequest("new", () => setInviting(hasTypes));
  const [deleting, setDeleting] = useState<{ rows: Person[]; clear: () => void } | null>(null);

  const post = (call: "invites.resendMany" | "invites.removeMany", rows: readonly Person[]) =>
    change.run(inviteCall(call, { list: listOf(rows) }));
  const onResend = (row: Person) => resendOne.run(inviteCall("invites.resendMany", { list: listOf([row]) }));

  return (
    <>
      <ListPage
        title={TITLE}
        list={list}
        state={state}
        result={result}
        plural="invited users"
        rowLabel={({ displayName }) => displayName}
        cells={PERSON_CELLS}
        tabs={tabsWith(hits)}
        selectedTab="invitedUsers"
        appliesAtOnce
        bulkActions={[
          {
            label: "Bulk Resend",
            loading: change.isBusy,
            onAction: (rows, clear) => {
              clearLater(clear);
              post("invites.resendMany", rows);
            },
          },
          {
            label: "Delete",
            destructive: true,
            loading: change.isBusy,
            onAction: (rows, clear) => setDeleting({ rows, clear }),
          },
        ]}
        rowActions={(row) => (
          <PersonButtons person={row} onDelete={() => setDeleting({ rows: [row], clear() {} })} />
        )}
        rowKeys={[{ key: "r", label: "Resend", onPress: onResend }]}
        pageActions={
          <>
            <ExportUsers registered="0" state={state} disabled={result.rows.length === 0} />
            <Button variant="plain" onClick={() => noticeFailure(saveSampleFile(USER_TYPE_COLUMNS))}>
              Sample File
            </Button>
            <FileButton
              label="Bulk Invite"
              disabled={!hasTypes}
              loading={bulk.isBusy}
              inputLabel="Spreadsheet of people to invite"
              accept={SPREADSHEET_FILES}
              onFile={bulk.read}
            />
            {hasTypes ? (
              <Button variant="primary" onClick={() => setInviting(true)}>
                Invite
              </Button>
            ) : (
              // Without a type, the form of an invitation couldn't be submitted.
              <Button variant="primary" url={ADD_TYPE.url}>
                {ADD_TYPE.content}
              </Button>
            )}
          </>
        }
        emptyHint={emptyHint(state.search, userTypes.length)}
        emptyAction={
          hasTypes
            ? { content: "Invite the first one", onAction: () => setInviting(true) }
            : { content: "User Types", url: ADD_TYPE.url }
        }
      >
        {bulk.unanswered && <CreateAgainBanner {...bulk.unanswered} />}
      </ListPage>
      {isInviting && (
        <Suspense>
          <InviteDialog userTypes={userTypes} onClose={closeDialog} />
        </Suspense>
      )}
      {deleting && (
        <Suspense>
          <ConfirmModal
            title={deleteTitle(deleting.rows)}
            confirmLabel="Delete"
            destructive
            onClose={() => setDeleting(null)}
            onConfirm={() => {
              clearLater(deleting.clear);
              post("invites.removeMany", deleting.rows);
              setDeleting(null);
            }}
          >
            Their links stop working, and unsent emails are canceled. You can undo this for a moment.
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}

function emptyHint(search: string, types: number): string {
  if (search) return "No invited user's name or address contains this.";
  return types === 0
    ? "Add a user type on the User Types tab first. Then invite people with it."
    : "Invite a person, or choose a spreadsheet with Bulk Invite.";
}

const deleteTitle = (rows: readonly Person[]): string =>
  rows.length === 1 && rows[0]
    ? `Delete the invitation of ${rows[0].displayName}?`
    : `Delete the invitations of ${pluralize(rows.length, "user")}?`;

interface RegisteredUsersProps {
  list: (typeof registeredList)["declaration"];
  state: ListState;
  result: ListResult<Person>;
  hits?: InviteHits;
}

/** Who has registered by an invitation: the same grid, without actions and selection. */
export function RegisteredUsers({ list, state, result, hits }: RegisteredUsersProps) {
  return (
    <ListPage
      title={TITLE}
      list={list}
      state={state}
      result={result}
      plural="registered users"
      rowLabel={({ displayName }) => displayName}
      cells={PERSON_CELLS}
      tabs={tabsWith(hits)}
      selectedTab="registeredUsers"
      appliesAtOnce
      pageActions={<ExportUsers registered="1" state={state} disabled={result.rows.length === 0} />}
      emptyHint={
        state.search
          ? "No registered user's name or address contains this."
          : "People appear here when they accept an invitation."
      }
      emptyAction={{ content: "Invited users", url: "/invites?tab=invitedUsers" }}
    />
  );
}

const ADD_TYPE = { content: "Add a user type first", url: "/invites?tab=userTypes" } as const;

/** The people whose invitations a call is about. */
const listOf = (people: readonly Person[]) => people.map(({ id, email }) => ({ id, email }));

/** The actions of an invited user's row. */
function PersonButtons({ person, onDelete }: { person: Person; onDelete(): void }) {
  const resend = useCall();
  return (
    <RowActions
      rowName={person.displayName}
      menu={[
        {
          label: "Delete",
          accessibilityLabel: `Delete the invitation of ${person.displayName}`,
          destructive: true,
          onAction: onDelete,
        },
      ]}
    >
      <Button
        size="slim"
        accessibilityLabel={`Resend the invitation of ${person.displayName}`}
        loading={resend.isBusy}
        onClick={() => resend.run(inviteCall("invites.resendMany", { list: listOf([person]) }))}
      >
        Resend
      </Button>
    </RowActions>
  );
}

interface ExportUsersProps {
  registered: "0" | "1";
  state: ListState;
  /** There is nothing to export. */
  disabled: boolean;
}

/** Exports the list with its search and order, and shows when the file is ready. */
export function ExportUsers({ registered, state: { search, sort }, disabled }: ExportUsersProps) {
  const { run, isBusy } = useCall();
  return (
    <Button
      disabled={disabled}
      loading={isBusy}
      onClick={() => run(inviteCall("invites.exportUsers", { registered, search, sort }))}
    >
      Export
    </Button>
  );
}
