import { useLocation, useNavigate } from "@remix-run/react";
import { Banner, BlockStack, Button, Spinner, Text } from "@shopify/polaris";
import { ImportIcon } from "@shopify/polaris-icons";
import { Suspense, useCallback, useEffect, useState } from "react";
import { CreateAgainBanner } from "~/core/imports/ui/CreateAgainBanner";
import { DRAFT_WARNING } from "~/domain/events/limits";
import { EVENT_FIELD_NAME, INVITATION_IMPORTS } from "~/domain/invitations/imports/import";
import { NO_EMAIL_HEADER, NO_ROWS, REINVITE_STARTED } from "~/domain/invitations/messages";
import { InvitationStateText, useInvitationStates } from "~/domain/invitations/ui/InvitationStateText";
import { EVENT_COLUMNS, saveSampleFile, useInviteSheet } from "~/domain/invitations/ui/people-file";
import { useReinviteBanner } from "~/domain/invitations/ui/useReinviteMany";
import type { ListResult, ListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { Dialog } from "~/ui/Dialog";
import { FileButton } from "~/ui/import/ImportButton";
import { JobProgress } from "~/ui/JobProgress";
import { lazyPart, NOT_LOADED } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { ListCard } from "~/ui/list/ListCard";
import { CHANGES_NOTICE } from "~/ui/list/ListLines";
import { type Cells, type TabHits, tabsOf } from "~/ui/list/types";
import { SecondsMoment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import { useHydrated } from "~/ui/useHydrated";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { eventCall } from "../function";
import {
  INVITE_TAB_LABELS,
  INVITE_TABS,
  type InviteTab,
  inviteListTitle,
  UPLOAD_FAILED,
  UPLOAD_SECONDS,
} from "../invites/list";
import type { InviteeRow, inviteesList } from "../invites/list.server";
import type { EventRow } from "../list.server";
import { inviteesOpenerId } from "./EventsPage";

const InviteUserDialog = lazyPart(() => import("./InviteUserDialog"));

interface InvitesModalProps {
  list: (typeof inviteesList)["declaration"];
  event: EventRow;
  tab: InviteTab;
  state: ListState;
  result: ListResult<InviteeRow>;
  hits?: TabHits<InviteTab>;
  /** The query string of the list of events, to return to it. */
  from: string;
}

const INVITE_HINT = "Invite a person with Invite User, or many with a file.";

const EMPTY_HINTS: Record<InviteTab, string> = {
  all: INVITE_HINT,
  invited: INVITE_HINT,
  registered: "People appear here when they register with the link in their invitation.",
  waiting: "No one waits for a place.",
  canceled: "No one has canceled.",
};

const CELLS = {
  name: (row) => <span data-whole>{row.name}</span>,
  date: (row) => <SecondsMoment at={row.date} />,
  state: (row) => <InvitationStateText displayName={row.name} withSeconds {...row} />,
} satisfies Cells<InviteeRow>;

/** An event's invitees. The dialog has its own address, so reload and the back button work. */
export function InvitesModal({ list, event, tab, state, result, hits, from }: InvitesModalProps) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [isInviting, setInviting] = useState(false);
  const [hasLoadFailed, setLoadFailed] = useState(false);
  const closeDialog = useCallback(() => setInviting(false), []);
  const invite = () => {
    setLoadFailed(false);
    setInviting(true);
  };
  const { search } = useLocation();
  useInvitationStates();
  const noticeFailure = useSpreadsheetFailure();
  const file = useInviteFile(event.id);
  const reinvite = useReinvite(event.id);
  const jobId = reinvite.answer?.value?.jobId;
  const counts: Record<InviteTab, number> = {
    all: event.invited,
    invited: event.invited - event.registered - event.waiting - event.canceled,
    registered: event.registered,
    waiting: event.waiting,
    canceled: event.canceled,
  };
  // The dialog is a portal, which exists only after hydration.
  if (!isHydrated) return null;
  // A notice would be behind the dialog.
  const problem = hasLoadFailed ? NOT_LOADED : file.problem;
  return (
    <>
      <Dialog
        size="large"
        title={inviteListTitle(event.name)}
        openerId={inviteesOpenerId(event.id)}
        onClose={() => navigate(`/events${from ? `?${from}` : ""}`)}
      >
        <ListCard
          inDialog
          appliesAtOnce
          title={inviteListTitle(event.name)}
          plural="invitees"
          list={list}
          state={state}
          result={result}
          rowLabel={(row) => row.name}
          cells={CELLS}
          tabs={tabsOf(INVITE_TABS, INVITE_TAB_LABELS, { counts, hits })}
          selectedTab={tab}
          bulkActionsInToolbar
          bulkActions={
            tab === "invited"
              ? [
                  {
                    label: "Reinvite User",
                    loading: reinvite.isBusy,
                    onAction: (rows, clear) => reinvite.start(rows, clear),
                  },
                ]
              : undefined
          }
          toolbar={
            <>
              <Button onClick={invite}>Invite User</Button>
              <FileButton
                label="Upload File"
                icon={ImportIcon}
                loading={file.busy}
                accessibilityLabel="Upload File of people to invite, csv or xlsx"
                inputLabel="File of people to invite"
                accept=".csv,.xlsx"
                onFile={file.upload}
              />
              <Button variant="plain" onClick={() => noticeFailure(saveSampleFile(EVENT_COLUMNS))}>
                Download sample file
              </Button>
            </>
          }
          emptyHint={
            state.search ? "No one on this list matches. Clear the search to see everyone." : EMPTY_HINTS[tab]
          }
          emptyAction={
            tab === "all" || tab === "invited"
              ? { content: "Invite the first one", onAction: invite }
              : { content: "Show all", url: firstPage(search, { tab: "all" }) }
          }
        >
          <BlockStack gap="200">
            <Text as="p" tone="critical">
              {CHANGES_NOTICE}
            </Text>
            {!event.active && <Banner tone="warning">{DRAFT_WARNING}</Banner>}
            <div aria-live="polite">
              {file.busy && <Spinner size="small" accessibilityLabel="Uploading" />}
              {problem && <Banner tone="critical">{problem}</Banner>}
              {file.unanswered && <CreateAgainBanner {...file.unanswered} />}
              {reinvite.isShown && <Banner tone="info">{REINVITE_STARTED}</Banner>}
              {reinvite.refused && <Banner tone="critical">{reinvite.refused}</Banner>}
              {file.reason && <Banner tone="critical">{file.reason}</Banner>}
              {jobId && <InvitingProgress key={jobId} jobId={jobId} />}
            </div>
          </BlockStack>
        </ListCard>
      </Dialog>
      {isInviting && (
        <Suspense>
          <InviteUserDialog
            eventId={event.id}
            onClose={closeDialog}
            onLoadError={() => {
              setLoadFailed(true);
              closeDialog();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The progress of the job that invites people, from the events that the server publishes. */
function InvitingProgress({ jobId }: { jobId: string }) {
  const [job] = useState({ id: jobId, state: "queued", total: 0, done: 0, failed: 0 });
  return <JobProgress title="Inviting" job={job} href={`/jobs/${jobId}`} />;
}

/** The answer to a selection, with the job that invites the people. */
type InvitesAnswer = ActionAnswer & { value?: { jobId: string } };

/** Invites the ticked rows again. */
function useReinvite(eventId: string) {
  const { run, answer, isBusy } = useCall<InvitesAnswer>();
  const last = isBusy ? undefined : answer;
  const banner = useReinviteBanner(last?.value?.jobId ? last : undefined);
  return {
    isShown: banner.isShown,
    isBusy,
    answer,
    refused: last?.status ? last.notice?.text : undefined,
    start(rows: readonly InviteeRow[], clearSelection: () => void) {
      banner.clearAfterwards(clearSelection);
      const body = rows.map(({ email }) => email);
      run(eventCall("events.inviteMany", { params: { eventId }, query: {}, body }));
    },
  };
}

/**
 * Opens a file of people in the import that invites them to an event. The specified texts are shown for 4 seconds, any other reason until
 * another file is chosen.
 */
function useInviteFile(eventId: string) {
  const [problem, setProblem] = useState<string | null>(null);
  const { read, unanswered, isBusy, refused } = useInviteSheet({
    form: INVITATION_IMPORTS.event,
    columns: EVENT_COLUMNS,
    given: { [EVENT_FIELD_NAME]: eventId },
    onProblem: (sentence) => {
      const isSpecified = sentence === NO_ROWS || sentence === NO_EMAIL_HEADER;
      setProblem(isSpecified ? sentence : UPLOAD_FAILED);
      setReason(isSpecified ? null : sentence);
    },
  });
  const [reason, setReason] = useState<string | null>(null);

  useEffect(() => {
    if (!problem) return;
    const timer = setTimeout(() => setProblem(null), UPLOAD_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [problem]);

  useEffect(() => {
    setProblem(refused && UPLOAD_FAILED);
    setReason(refused?.notice?.text ?? null);
  }, [refused]);

  return {
    problem,
    /** Why the file was refused, until it is sent again or another one is chosen. */
    reason,
    busy: isBusy,
    unanswered,
    upload(file: File): void {
      setProblem(null);
      setReason(null);
      read(file);
    },
  };
}
