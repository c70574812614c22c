import {
  Badge,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  InlineGrid,
  Modal,
  Popover,
  Spinner,
  Text,
} from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { type Cents, timesCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import type { PageCall } from "~/platform/page-call";
import { pluralize } from "~/platform/text/pluralize";
import { Dialog } from "~/ui/Dialog";
import { useFrame } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { Moment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import { useLoad } from "~/ui/useLoad";
import type { Approval, ApprovalPerson } from "../approvals/find-waiting.server";
import { creditCall } from "../function";
import { lastDayOf, MAX_APPROVALS, namesInWords, personName } from "../messages";
import { RepetitionBanner } from "./RepetitionBanner";
import { type PostedRequest, usePosted } from "./use-posted";

const DeclineDialog = lazyPart(() => import("./DeclineDialog"));

interface ApprovalsProps {
  approvals: readonly Approval[];
  /** A request was approved and is on its way. */
  onPosted(request: PostedRequest): void;
}

/**
 * Requests above the owner's limit: another administrator approves or declines them, and the requester sees the decision here.
 * Decided requests have a dialog, so that they don't push the list down.
 */
export function Approvals({ approvals, onPosted }: ApprovalsProps) {
  const { run, answer, isBusy } = useCall<CallAnswer>();
  const [latestId, setLatestId] = useState("");
  const [declining, setDeclining] = useState<Approval | null>(null);
  const [showsDecided, setShowsDecided] = useState(false);
  usePosted(answer, onPosted);
  // One approval at a time: the next one would end the wait for this one's answer, which may be a refusal.
  const busyId = isBusy ? latestId : null;
  const approve = (id: string, call: PageCall) => {
    setLatestId(id);
    run(call);
  };

  const waiting = approvals.filter(({ state }) => state === "waiting");
  const decided = approvals.filter(({ state }) => state !== "waiting");
  return (
    <section aria-label="Approvals">
      <Box paddingBlockStart="300">
        <Card>
          <BlockStack gap="300">
            {waiting.length > 0 && (
              <Text as="h2" variant="headingSm">
                Waiting for approval
              </Text>
            )}
            {waiting.map((one) => (
              <BlockStack key={one.id} gap="200">
                <ApprovalLine
                  approval={one}
                  isBusy={busyId === one.id}
                  isBlocked={busyId !== null && busyId !== one.id}
                  onApprove={() => approve(one.id, approveCall(one.id))}
                  onDecline={() => setDeclining(one)}
                />
                <RepetitionBanner
                  answer={answer}
                  isBusy={isBusy}
                  current={approveCall(one.id)}
                  onConfirm={(call) => approve(one.id, call)}
                />
              </BlockStack>
            ))}
            {approvals.length === MAX_APPROVALS && (
              <Text as="p" tone="subdued">
                {`At most ${MAX_APPROVALS} requests are shown: those that have waited longest, then the latest decided ones.`}
              </Text>
            )}
            {decided.length > 0 && (
              <div>
                <Button variant="plain" onClick={() => setShowsDecided(true)}>
                  {`Recently decided (${decided.length})`}
                </Button>
              </div>
            )}
          </BlockStack>
        </Card>
      </Box>
      {showsDecided && (
        <Dialog title="Recently decided" onClose={() => setShowsDecided(false)}>
          <Modal.Section>
            <BlockStack gap="300">
              {decided.map((one) => (
                <ApprovalLine key={one.id} approval={one} />
              ))}
            </BlockStack>
          </Modal.Section>
        </Dialog>
      )}
      {declining && (
        <Suspense>
          <DeclineDialog approval={declining} onClose={() => setDeclining(null)} />
        </Suspense>
      )}
    </section>
  );
}

const approveCall = (id: string) => creditCall("credits.approve", { id, onRepeat: "ask" });

const STATES = {
  waiting: { tone: "attention", label: "Waiting" },
  approved: { tone: "success", label: "Approved" },
  declined: { tone: "critical", label: "Declined" },
  withdrawn: { tone: undefined, label: "Withdrawn" },
} as const;

interface ApprovalLineProps {
  approval: Approval;
  isBusy?: boolean;
  /** Another request is being approved. */
  isBlocked?: boolean;
  /** Absent for a decided request. */
  onApprove?(): void;
  onDecline?(): void;
}

/** A request that needs a second approver, with its customers, its requester and its decision. */
function ApprovalLine({ approval, isBusy, isBlocked, onApprove, onDecline }: ApprovalLineProps) {
  const { shop, administrator } = useFrame();
  const { type, reference, expirationDate, decidedByName, reason } = approval;
  const state = approval.isWithdrawn ? "withdrawn" : approval.state;
  const isOwn = approval.askedById === administrator.id;
  const money = (cents: Cents) => formatMoney(cents, shop.currency);
  const who = useCustomers(approval.id);
  return (
    <BlockStack gap="100">
      <InlineGrid columns={{ xs: 1, md: "1fr auto" }} alignItems="center" gap="200">
        <span>
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>{" "}
          {approval.reversesId && <Badge tone="info">Reversal</Badge>} {type} of {money(approval.amountCents)}{" "}
          for {namesInWords(approval.people, approval.customers)}
          {approval.customers > 1 &&
            `, ${money(timesCents(approval.amountCents, approval.customers))} in total`}
          : “{reference}”{expirationDate && `, good until ${lastDayOf(expirationDate)} (UTC)`}, requested by{" "}
          {approval.askedByName} on <Moment at={approval.askedAt} time named />
          {decidedByName && ` · ${STATES[state].label} by ${decidedByName}`}
          {reason && `: ${reason}`}
          {isOwn && state === "waiting" && (
            <Text as="span" tone="subdued">
              {" "}
              · another administrator must approve your request
            </Text>
          )}
        </span>
        <ButtonGroup>
          <Popover
            active={who.isOpen}
            onClose={who.close}
            activator={
              <Button
                size="slim"
                variant="tertiary"
                disclosure={who.isOpen ? "up" : "down"}
                accessibilityLabel={`${pluralize(approval.customers, "customer")} of ${reference}`}
                onClick={who.toggle}
              >
                {pluralize(approval.customers, "customer")}
              </Button>
            }
          >
            <Popover.Section>
              {who.people ? (
                <BlockStack as="ul" gap="050">
                  {who.people.map((person) => (
                    <li key={person.id}>
                      {personName(person)}
                      {person.email && person.email !== personName(person) && ` (${person.email})`}:{" "}
                      {money(person.balanceCents)} now
                    </li>
                  ))}
                </BlockStack>
              ) : (
                <Spinner size="small" accessibilityLabel="Loading the customers" />
              )}
            </Popover.Section>
          </Popover>
          {onApprove && (
            <Button
              size="slim"
              disabled={isOwn || isBlocked}
              loading={isBusy}
              accessibilityLabel={`Approve: ${reference}`}
              onClick={onApprove}
            >
              Approve
            </Button>
          )}
          {onDecline && (
            <Button
              size="slim"
              tone="critical"
              disabled={isBusy}
              accessibilityLabel={`${isOwn ? "Withdraw" : "Decline"}: ${reference}`}
              onClick={onDecline}
            >
              {isOwn ? "Withdraw" : "Decline"}
            </Button>
          )}
        </ButtonGroup>
      </InlineGrid>
    </BlockStack>
  );
}

/** The customers of a request, loaded each time the list is opened. */
function useCustomers(id: string) {
  const { load, data } = useLoad<{ list: ApprovalPerson[] }>();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    people: data?.list,
    close: () => setOpen(false),
    toggle() {
      setOpen(!isOpen);
      if (!isOpen) load(`/credits/approvals/${id}`);
    },
  };
}
