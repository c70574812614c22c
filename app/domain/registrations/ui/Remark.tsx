import { Badge } from "@shopify/polaris";
import type { RegistrationRemark } from "~/domain/customers/row";
import { LongText } from "~/ui/LongText";
import { Moment } from "~/ui/Moment";
import styles from "./Remark.module.css";

/** What the console itself knows of a registration, under the person's name: the question, the reason, the rule. */
export function Remark({ remark }: { remark: RegistrationRemark | null }) {
  if (!remark) return null;
  return <span className={styles.remark}>{contentOf(remark)}</span>;
}

function contentOf(remark: RegistrationRemark) {
  switch (remark.kind) {
    case "question":
      return (
        <>
          {remark.answered && (
            <>
              <span title="The person's record in the store has changed since">
                <Badge tone="attention">Answered?</Badge>
              </span>{" "}
            </>
          )}
          Asked by {remark.by}, <Moment at={remark.at} />
          <span className={styles.text}>
            <LongText text={`“${remark.text}”`} />
          </span>
        </>
      );
    case "rejected":
      return (
        <>
          {remark.by}, <Moment at={remark.at} />
          {remark.reason && `: ${remark.reason}`}
          {remark.note && (
            <span className={styles.text}>
              <LongText text={`“${remark.note}”`} />
            </span>
          )}
        </>
      );
    case "set aside":
      return <Badge tone="info">{`Set aside for a look (rule ${remark.rule})`}</Badge>;
  }
}
