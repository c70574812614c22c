import { Badge, Button, ButtonGroup, InlineStack } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { parseTags } from "~/domain/invitations/parse-tags";
import type { UserType, userTypesList } from "~/domain/invitations/user-types/list.server";
import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import { Tags } from "~/ui/Tags";
import { useCall } from "~/ui/useCall";
import { inviteCall, TITLE } from "../function";
import { DELETED_USER_TYPES } from "../messages";
import { type InviteHits, tabsWith } from "./tabs";
import type { UserTypeMode } from "./UserTypeDialog";

const UserTypeDialog = lazyPart(() => import("./UserTypeDialog"));

type Row = UserType & { id: string };

interface UserTypesProps {
  list: (typeof userTypesList)["declaration"];
  state: ListState;
  result: ListResult<Row>;
  hits?: InviteHits;
  /** Shows the deleted ones, which can only be restored. */
  showsDeleted: boolean;
  /** The account owner says which ones are read-only. */
  isOwner: boolean;
}

/** What people can be invited as, or the deleted user types. */
export function UserTypes({ list, state, result, hits, showsDeleted, isOwner }: UserTypesProps) {
  const [open, setOpen] = useState<UserTypeMode | null>(null);
  const close = useCallback(() => setOpen(null), []);
  return (
    <>
      <ListPage
        title={showsDeleted ? "Deleted user types" : TITLE}
        list={list}
        state={state}
        result={result}
        plural="user types"
        rowLabel={({ name }) => name}
        cells={{
          name: ({ name, readOnly }) => (
            <InlineStack gap="200" blockAlign="center">
              {name}
              {readOnly && <Badge>Read-only</Badge>}
            </InlineStack>
          ),
          tags: ({ tags }) => <Tags tags={parseTags(tags)} />,
        }}
        tabs={showsDeleted ? undefined : tabsWith(hits)}
        selectedTab="userTypes"
        appliesAtOnce
        rowActions={(type) =>
          showsDeleted ? (
            <RestoreButton type={type} />
          ) : (
            <ButtonGroup gap="tight" noWrap>
              <Button
                size="slim"
                disabled={type.readOnly}
                accessibilityLabel={`Edit ${type.name}`}
                onClick={() => setOpen({ mode: "Edit", type })}
              >
                Edit
              </Button>
              <Button
                size="slim"
                tone="critical"
                disabled={type.readOnly}
                accessibilityLabel={`Delete ${type.name}`}
                onClick={() => setOpen({ mode: "Delete", type })}
              >
                Delete
              </Button>
              {isOwner && <ReadOnlyButton type={type} />}
            </ButtonGroup>
          )
        }
        backAction={showsDeleted ? { content: "User Types", url: "/invites?tab=userTypes" } : undefined}
        primaryAction={
          showsDeleted ? undefined : { content: "Add New", onAction: () => setOpen({ mode: "Add" }) }
        }
        pageActions={
          showsDeleted
            ? undefined
            : [{ content: "Deleted user types", url: `/invites?tab=${DELETED_USER_TYPES}` }]
        }
        emptyHint={emptyHint(state.search, showsDeleted)}
      />
      {open && (
        <Suspense>
          <UserTypeDialog
            open={
              open.mode === "Add" ? open : { ...open, type: latestOf(open.type, result.rows, "userTypeID") }
            }
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

function emptyHint(search: string, showsDeleted: boolean): string {
  if (search) return "No user type has this in its name or tags.";
  return showsDeleted
    ? "No user type is deleted."
    : "Add a user type. People who accept an invitation with it get its name and tags.";
}

function RestoreButton({ type }: { type: Row }) {
  const { run, isBusy } = useCall();
  return (
    <Button
      size="slim"
      loading={isBusy}
      accessibilityLabel={`Restore ${type.name}`}
      onClick={() => run(inviteCall("invites.userTypes.restore", { id: type.id }))}
    >
      Restore
    </Button>
  );
}

function ReadOnlyButton({ type }: { type: Row }) {
  const { run, isBusy } = useCall();
  const label = type.readOnly ? "Allow changes" : "Make read-only";
  return (
    <Button
      size="slim"
      loading={isBusy}
      accessibilityLabel={`${label}: ${type.name}`}
      onClick={() =>
        run(inviteCall("invites.userTypes.setReadOnly", { id: type.id, readOnly: !type.readOnly }))
      }
    >
      {label}
    </Button>
  );
}
