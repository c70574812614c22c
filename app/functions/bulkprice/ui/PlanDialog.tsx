import { Text } from "@shopify/polaris";
import { useState } from "react";
import type { ListResult } from "~/platform/list";
import { currencySymbol } from "~/platform/money/decimal";
import { pluralize } from "~/platform/text/pluralize";
import { FormDialog } from "~/ui/form/FormDialog";
import { CheckboxInput, TextInput } from "~/ui/form/fields";
import { MomentInput } from "~/ui/form/MomentInput";
import { useFrame } from "~/ui/frame";
import { priceCall } from "../function";
import { DATE_NOT_VALID, END_NOT_VALID } from "../states";
import type { RuleText } from "../workbench/price-rule";
import type { ProductChoice } from "../workbench/read-workbench.server";
import { describeRule } from "./rule-labels";

interface PlanDialogProps {
  choice: ProductChoice & RuleText;
  /** How many variants are chosen. Null where the page didn't count them. */
  total: ListResult<unknown>["total"];
  onClose(): void;
}

/** Makes a plan of the new prices, which is then checked as a file. Render it while it is open. */
export default function PlanDialog({ choice, total, onClose }: PlanDialogProps) {
  const { currency } = useFrame().shop;
  const [begin, setBegin] = useState<Date | null>(null);
  const { vendor, tag } = choice;
  const subject = vendor ?? tag ?? (choice.search || "Prices");
  const count = total && `${pluralize(total.count, "variant")}${total.exact ? "" : " or more"}`;
  return (
    <FormDialog
      title="Schedule new prices"
      submitLabel="Check the plan"
      call={priceCall("priceWorkbench.plan", choice)}
      onClose={onClose}
    >
      <Text as="p">
        {count ? `${count} ${total.count === 1 ? "is" : "are"} chosen. ` : ""}
        The next page checks each price, and nothing is scheduled before you or another administrator start it
        there. Prices that the rule doesn't set or change are left out.
      </Text>
      <TextInput
        name="name"
        label="Name"
        maxLength={200}
        defaultValue={`${subject}: ${describeRule(choice, currencySymbol(currency))}`.slice(0, 200)}
        validate={(text) => (text.trim() ? undefined : "Enter a name.")}
      />
      <MomentInput
        name="effectiveAt"
        label="Date From"
        problem={DATE_NOT_VALID}
        timeOfDay="12:00:00 AM"
        check={(moment) => (moment > new Date() ? undefined : DATE_NOT_VALID)}
        onMoment={setBegin}
      />
      <MomentInput
        name="endAt"
        label="Date To"
        problem={END_NOT_VALID}
        timeOfDay="11:59:59 PM"
        wholeDay="end"
        helpText="The earlier prices return at this moment. Leave blank for never."
        optional
        check={(moment) => (begin && moment <= begin ? END_NOT_VALID : undefined)}
      />
      <CheckboxInput name="belowMapp" label="Below MAPP Item Tag" />
    </FormDialog>
  );
}
