import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { FactList } from "~/ui/FactList";
import type { SubmissionView } from "../../review-schemas";
import { StatusBadge } from "../StatusBadge";
import { Section } from "./SubmissionSections";

/** The status of a submission, with what belongs to it: assignee, deny reason, order number, or tracking number. */
export const StatusSection = ({ submission }: { submission: SubmissionView }) => (
  <Section title="Status">
    <FactList
      facts={[{ name: "Status", value: <StatusBadge status={submission.status} /> }, ...factsOf(submission)]}
    />
  </Section>
);

function factsOf(submission: SubmissionView): { name: string; value: ReactNode }[] {
  const { holdReason, denyReason, orderName, trackingNumber, reviewer } = submission;
  const order = { name: "Order Number", value: orderName };
  switch (submission.status) {
    case "Unassigned":
      return [];
    case "Assigned":
    case "In Review":
      return [
        { name: "Assignee", value: reviewer },
        ...(holdReason ? [{ name: "Hold Reason", value: holdReason }] : []),
      ];
    case "Denied":
      return [
        {
          name: "Deny Reason",
          value: (
            <Text as="span" tone="critical">
              {denyReason}
            </Text>
          ),
        },
      ];
    case "Approved":
    case "Order Created":
      return [order];
    case "Shipped":
    case "Delivered":
      return [order, { name: "Tracking Number", value: trackingNumber }];
  }
}
