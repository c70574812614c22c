import { Badge, BlockStack, Button, ButtonGroup, InlineGrid, Popover, Spinner, Text } from "@shopify/polaris";
import { useState } from "react";
import { type Cents, timesCents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import { useLoad } from "~/ui/useLoad";
import type { Approval, ApprovalPerson } from "../approvals/find-waiting.server";
import { lastDayOf, namesInWords, personName } from "../messages";

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
export function ApprovalLine({ approval, isBusy, isBlocked, onApprove, onDecline }: ApprovalLineProps) {
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
