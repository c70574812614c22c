import { useFetcher, useNavigate } from "@remix-run/react";
import { Banner, BlockStack, Button, Modal, Spinner, Text } from "@shopify/polaris";
import { ImportIcon } from "@shopify/polaris-icons";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { saveSampleFile } from "~/domain/invitations/ui/people-file";
import type { ListResult, ListState } from "~/platform/list";
import { EmailText } from "~/ui/EmailText";
import { JobProgress } from "~/ui/JobProgress";
import { CHANGES_NOTICE, ListCard } from "~/ui/list/ListCard";
import type { Cells } from "~/ui/list/types";
import { SecondsMoment } from "~/ui/SecondsMoment";
import { useHydrated } from "~/ui/useHydrated";
import type { EventRow } from "../contract";
import type { InviteeRow } from "../invites/contract";
import type { InvitesAnswer } from "../invites/form.server";
import { INVITE_TAB_LABELS, INVITE_TABS, type InviteTab, inviteesList } from "../invites/list";
import { inviteListTitle, REINVITE_STARTED } from "../invites/messages";
import { InviteeState } from "./InviteeState";
import { useInviteFile } from "./useInviteFile";

const InviteUserDialog = lazy(() => import("./InviteUserDialog"));

/** How long it is told that people are invited again (section 4 of the second specification text). */
const BANNER_MS = 5_000;

interface InvitesModalProps {
  event: EventRow;
  tab: InviteTab;
  state: ListState;
  result: ListResult<InviteeRow>;
  /** Where the list of events stood: the query string of its address. */
  from: string;
}

const CELLS: Cells<InviteeRow> = {
  name: (row) => row.name,
  email: (row) => <EmailText email={row.email} />,
  store: (row) => row.store,
  date: (row) => <SecondsMoment at={row.date} />,
  state: (row) => <InviteeState row={row} />,
};

/** An event's invitees (section 2.2 of the second specification text). Its address is its own, so a reload and the back button work. */
export function InvitesModal({ event, tab, state, result, from }: InvitesModalProps) {
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [isInviting, setInviting] = useState(false);
  const closeDialog = useCallback(() => setInviting(false), []);
  const file = useInviteFile();
  const reinvite = useReinvite();
  const input = useRef<HTMLInputElement>(null);
  const counts: Record<InviteTab, number> = {
    all: event.invited,
    invited: event.invited - event.registered,
    registered: event.registered,
  };
  // A portal: it has no place in the page before the browser has taken over.
  if (!isHydrated) return null;
  const problem = file.problem;
  const told = reinvite.answer?.jobId ? reinvite.answer : file.answer;
  return (
    <>
      <Modal
        open
        size="large"
        title={inviteListTitle(event.name)}
        onClose={() => navigate(`/events${from ? `?${from}` : ""}`)}
      >
        <ListCard<InviteeRow>
          inDialog
          appliesAtOnce
          title={inviteListTitle(event.name)}
          plural="invitees"
          list={inviteesList}
          state={state}
          result={result}
          rowLabel={(row) => row.name}
          cells={CELLS}
          tabs={INVITE_TABS.map((id) => ({ id, label: INVITE_TAB_LABELS[id], count: counts[id] }))}
          selectedTab={tab}
          bulkActionsInToolbar
          bulkActions={
            tab === "invited"
              ? [{ label: "Reinvite User", onAction: (rows, clear) => reinvite.start(rows, clear) }]
              : undefined
          }
          toolbar={
            <>
              <Button onClick={() => setInviting(true)}>Invite User</Button>
              <Button
                icon={ImportIcon}
                disabled={file.busy}
                onClick={() => input.current?.click()}
                accessibilityLabel="Upload a csv or xlsx file of people to invite"
              >
                Upload File
              </Button>
              <input
                ref={input}
                type="file"
                hidden
                accept=".csv,.xlsx"
                aria-label="File of people to invite"
                onChange={({ currentTarget }) => {
                  const [chosen] = currentTarget.files ?? [];
                  // The same file, put right, can be chosen again.
                  currentTarget.value = "";
                  if (chosen) void file.upload(chosen);
                }}
              />
              <Button variant="plain" onClick={() => void saveSampleFile()}>
                Download sample file
              </Button>
            </>
          }
          emptyHint={
            state.search
              ? "Nobody on this list matches. Clear the search to see them all."
              : "Invite somebody with Invite User, or many with a file."
          }
        >
          <BlockStack gap="200">
            <Text as="p" tone="critical">
              {CHANGES_NOTICE}
            </Text>
            <div aria-live="polite">
              {file.busy && <Spinner size="small" accessibilityLabel="Uploading" />}
              {problem && <Banner tone="critical">{problem}</Banner>}
              {reinvite.isTold && <Banner tone="info">{REINVITE_STARTED}</Banner>}
              {reinvite.refused && <Banner tone="critical">{reinvite.refused}</Banner>}
              {told?.jobId && <InvitingProgress key={told.jobId} jobId={told.jobId} />}
            </div>
          </BlockStack>
        </ListCard>
      </Modal>
      {isInviting && (
        <Suspense>
          <InviteUserDialog onClose={closeDialog} />
        </Suspense>
      )}
    </>
  );
}

/** How far the job is that invites people; it counts from what the server tells from now on. */
function InvitingProgress({ jobId }: { jobId: string }) {
  const [known] = useState({ id: jobId, state: "queued", total: 0, done: 0, failed: 0 });
  return <JobProgress title="Inviting" job={known} href={`/jobs/${jobId}`} />;
}

/** Invites the ticked rows again: the banner stands for 5 seconds, then the selection is cleared. */
function useReinvite() {
  const fetcher = useFetcher<InvitesAnswer>();
  const [clear, setClear] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!clear) return;
    const timer = setTimeout(() => {
      clear();
      setClear(null);
    }, BANNER_MS);
    return () => clearTimeout(timer);
  }, [clear]);
  return {
    isTold: clear !== null,
    answer: fetcher.data,
    refused: fetcher.state === "idle" && fetcher.data?.status ? fetcher.data.notice?.text : undefined,
    start(rows: readonly InviteeRow[], clearSelection: () => void) {
      const emails = JSON.stringify(rows.map(({ email }) => email));
      const form = { intent: "reinvite", emails, operationId: crypto.randomUUID() };
      fetcher.submit(form, { method: "post" });
      setClear(() => clearSelection);
    },
  };
}
