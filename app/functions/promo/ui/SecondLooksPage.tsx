import { BlockStack, Box, Button, Card, Page, Text } from "@shopify/polaris";
import { Suspense, useEffect, useRef, useState } from "react";
import { EmptyState } from "~/ui/EmptyState";
import { lazyPart } from "~/ui/lazy-part";
import { PlainTable } from "~/ui/list/PlainTable";
import { formatCount } from "~/ui/numbers";
import { OpenNextSwitch, useOpensNext } from "~/ui/OpenNextSwitch";
import { isAccepted } from "~/ui/OperationId";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useDialogCall } from "~/ui/useDialogCall";
import { promoCall } from "../function";
import { APPROVALS_LIST } from "../list";
import { SubmissionMoment } from "./cells";
import { Refusal } from "./review/Outcomes";

const ViewDialog = lazyPart(() => import("./review/ViewDialog"));

interface Look {
  id: string;
  name: string;
  approver: string | null;
  approvedDate: string;
}

interface Agreement {
  id: string;
  reviewer: string;
  due: number;
  looks: number;
  agreed: number;
}

const LOOKS = [
  { key: "name", title: "Name", narrow: "title" },
  { key: "approver", title: "Approved By" },
  { key: "approvedDate", title: "Approved", zone: "UTC" },
  { key: "actions", title: "Action", narrow: "plain" },
] as const;

const AGREEMENT = [
  { key: "reviewer", title: "Reviewer", narrow: "title" },
  { key: "due", title: "Waiting", align: "end" },
  { key: "looks", title: "Second Looks", align: "end" },
  { key: "rate", title: "Agreement", align: "end" },
] as const;

/** The approvals of others that were drawn for a second look, and how often second reviewers agreed with each reviewer. */
export function SecondLooksPage({
  looks,
  agreement,
}: {
  looks: readonly Look[];
  agreement: readonly Agreement[];
}) {
  useListRefresh(APPROVALS_LIST);
  const [opened, setOpened] = useState<{ id: string; following: readonly string[] } | null>(null);
  const ids = looks.map(({ id }) => id);
  const open = (id: string) => setOpened({ id, following: ids.slice(ids.indexOf(id) + 1) });
  const [opensNext] = useOpensNext();
  return (
    <Page
      fullWidth
      title="Second looks"
      backAction={{ content: "Promotion", url: "/promo?tab=CsrApprovals" }}
      subtitle="The account owner sets in Settings how many approvals are drawn. Disagreeing doesn't change the order."
    >
      <BlockStack gap="400">
        <Card padding="0">
          {looks.length > 0 ? (
            <PlainTable
              caption="approvals that wait for a second look"
              columns={LOOKS}
              rows={looks}
              cells={{
                name: ({ name }: Look) => name,
                approver: ({ approver }: Look) => approver,
                approvedDate: ({ approvedDate }: Look) => <SubmissionMoment at={approvedDate} />,
                actions: ({ id, name }: Look) => (
                  <Button size="slim" accessibilityLabel={`Review ${name}`} onClick={() => open(id)}>
                    Review
                  </Button>
                ),
              }}
            />
          ) : (
            <EmptyState
              heading="No approval waits for your second look"
              action={{ content: "Your submissions", url: "/promo?tab=CsrApprovals" }}
            >
              Approvals of other reviewers appear here when they are drawn.
            </EmptyState>
          )}
        </Card>
        {agreement.length > 0 && (
          <Card padding="0">
            <Box padding="300">
              <Text as="h2" variant="headingMd">
                Agreement per reviewer
              </Text>
            </Box>
            <PlainTable
              caption="reviewers"
              columns={AGREEMENT}
              rows={agreement}
              cells={{
                reviewer: ({ reviewer }: Agreement) => reviewer,
                due: ({ due }: Agreement) => formatCount(due),
                looks: ({ looks: count }: Agreement) => formatCount(count),
                rate: ({ looks: count, agreed }: Agreement) =>
                  count > 0 && `${Math.round((100 * agreed) / count)}%`,
              }}
            />
          </Card>
        )}
      </BlockStack>
      {opened && (
        <SecondLookDialog
          key={opened.id}
          id={opened.id}
          onDone={() => {
            // The list is without this one now, and perhaps without others.
            const next = opened.following.find((id) => ids.includes(id));
            if (opensNext && next) open(next);
            else setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

interface SecondLookDialogProps {
  id: string;
  /** The second look is recorded. */
  onDone(): void;
  onClose(): void;
}

/** The submission with both answers. */
function SecondLookDialog({ id, onDone, onClose }: SecondLookDialogProps) {
  const { run, answer, isBusy, refusal } = useDialogCall();
  const done = !isBusy && isAccepted(answer);
  const latest = useRef(onDone);
  latest.current = onDone;
  useEffect(() => {
    if (done) latest.current();
  }, [done]);
  const record = (isAgreed: boolean) =>
    run(promoCall("promo.takeSecondLook", { id: Number(id), isAgreed }), "/promo");
  return (
    <Suspense>
      <ViewDialog
        id={id}
        onClose={onClose}
        footer={
          <>
            <Refusal notice={refusal} />
            <OpenNextSwitch />
            <Button disabled={isBusy} onClick={() => record(false)}>
              Disagree
            </Button>
            <Button variant="primary" disabled={isBusy} onClick={() => record(true)}>
              Agree
            </Button>
          </>
        }
      />
    </Suspense>
  );
}
