import { Text } from "@shopify/polaris";
import { useState } from "react";
import {
  codeTagsProblem,
  MAX_CODE_LENGTH,
  MAX_COUNT_DIGITS,
  MAX_TAGS_LENGTH,
} from "~/domain/codes/code-tags";
import type { Partner } from "~/domain/codes/schemas";
import { isDateText, toIsoDate } from "~/platform/dates/date-text";
import { currencySymbol } from "~/platform/money/decimal";
import { DayInput } from "~/ui/form/DayInput";
import { FormDialog } from "~/ui/form/FormDialog";
import { NumberInput, SelectInput, TextInput } from "~/ui/form/fields";
import { useFrame } from "~/ui/frame";
import { formatCount } from "~/ui/numbers";
import { codeCall } from "../function";
import * as messages from "../messages";
import type { CodeRow } from "../schemas";

/** What the dialog does: it changes a code, or creates a new one, a copy of another one, or several. */
export type CodeTask =
  | { is: "change"; code: CodeRow }
  | { is: "new" | "several" }
  | { is: "duplicate"; of: CodeRow };

interface CodeDialogProps {
  task: CodeTask;
  partners: readonly Partner[];
  onClose(): void;
}

/** What the dialog holds, by the names of its fields. Days as they are typed. */
type Values = Record<
  "registrationCode" | "startDate" | "endDate" | "partner" | "spendLimit" | "maxRegistrationCount" | "tags",
  string
>;

const TITLES: Record<CodeTask["is"], string> = {
  new: "Add new Registration Code",
  change: "Update Registration Code",
  duplicate: "Duplicate Registration Code",
  several: "Create several Registration Codes",
};

/** Creates registration codes, or changes one. Render it while it is open. */
export default function CodeDialog({ task, partners, onClose }: CodeDialogProps) {
  const { currency } = useFrame().shop;
  const code = task.is === "change" ? task.code : undefined;
  const stored = valuesOfTask(task, partners);
  const [initial] = useState(stored);
  const [values, setValues] = useState(initial);
  const set = (name: keyof Values) => (value: string) =>
    setValues((before) => (before[name] === value ? before : { ...before, [name]: value }));
  const used = code?.currentRegistrationCount ?? 0;
  const maxCountProblem = (text: string) => {
    if (!isWhole(text)) return messages.MAX_COUNT_NOT_VALID;
    return Number(text) > 0 && Number(text) < used ? messages.fewerThanUsed(formatCount(used)) : undefined;
  };
  // Without the list of partners, a code keeps its own.
  const choices = code && partners.length === 0 ? [code.partner] : partners;
  return (
    <FormDialog
      title={TITLES[task.is]}
      submitLabel={task.is === "several" ? "Create" : "Save"}
      incomplete={!isComplete(values) || !isChanged(values, initial)}
      call={callOf(task)}
      closesAfterMs={messages.CLOSES_AFTER_MS}
      onClose={onClose}
    >
      {task.is === "several" ? (
        <>
          <TextInput
            name="pattern"
            label="Pattern"
            maxLength={MAX_CODE_LENGTH}
            placeholder="SPRING-#####"
            helpText="Each # becomes a random letter or digit. The rest is the same in all codes."
            validate={(text) => (text.includes("#") ? undefined : messages.PATTERN_NOT_VALID)}
            onValue={set("registrationCode")}
          />
          <NumberInput
            name="count"
            label="Number of codes"
            maxLength={3}
            validate={(text) => (isCount(text) ? undefined : messages.COUNT_NOT_VALID)}
          />
        </>
      ) : (
        <TextInput
          name="registrationCode"
          label="Registration Code"
          defaultValue={stored.registrationCode}
          maxLength={MAX_CODE_LENGTH}
          helpText="Customers enter it on the registration page. Letter case doesn't matter."
          validate={(text) => (text.trim() ? undefined : messages.CODE_NOT_VALID)}
          onValue={set("registrationCode")}
        />
      )}
      {/* One below the other: a calendar needs the width. */}
      <DayInput
        name="startDate"
        label="Start Date"
        defaultDay={stored.startDate}
        problem={messages.START_DATE_NOT_VALID}
        onValue={set("startDate")}
      />
      <DayInput
        name="endDate"
        label="End Date"
        defaultDay={stored.endDate}
        problem={messages.END_DATE_NOT_VALID}
        helpText="The last day on which the code can be used."
        onValue={set("endDate")}
      />
      {isBefore(values.startDate, values.endDate) === false && (
        <Text as="p" tone="critical">
          {messages.START_NOT_BEFORE_END}
        </Text>
      )}
      <SelectInput
        name="partner"
        label="Partner"
        options={choices.map(({ handle, name }) => ({ value: handle, label: name }))}
        defaultValue={stored.partner}
        sent={(handle) => ({ handle })}
        onValue={set("partner")}
      />
      <NumberInput
        name="spendLimit"
        label="Spend Limit"
        prefix={currencySymbol(currency)}
        defaultValue={stored.spendLimit}
        maxLength={MAX_COUNT_DIGITS}
        helpText="A whole number. It becomes the customer's discount limit, unless they have one."
        validate={(text) => (isWhole(text) ? undefined : messages.SPEND_LIMIT_NOT_VALID)}
        onValue={set("spendLimit")}
      />
      <NumberInput
        name="maxRegistrationCount"
        label="Max Count"
        optional
        defaultValue={stored.maxRegistrationCount}
        maxLength={MAX_COUNT_DIGITS}
        helpText={`How many can register with it. Leave blank for any number.${code ? ` Current Count: ${formatCount(used)}.` : ""}`}
        validate={maxCountProblem}
        onValue={set("maxRegistrationCount")}
      />
      <TextInput
        name="tags"
        label="Tags"
        optional
        defaultValue={stored.tags}
        maxLength={MAX_TAGS_LENGTH}
        multiline={2}
        helpText="Separated by commas. Customers who register get them."
        validate={codeTagsProblem}
        onValue={set("tags")}
      />
    </FormDialog>
  );
}

function callOf(task: CodeTask) {
  switch (task.is) {
    case "change":
      return codeCall("registrationCodes.update", { id: task.code.id, version: task.code.version });
    case "duplicate":
      return codeCall("registrationCodes.create", { emailDomains: task.of.emailDomains });
    case "new":
      return codeCall("registrationCodes.create", {});
    case "several":
      return codeCall("registrationCodes.generate", {});
  }
}

function valuesOfTask(task: CodeTask, partners: readonly Partner[]): Values {
  switch (task.is) {
    case "change":
      return valuesOf(task.code, partners);
    case "duplicate":
      return { ...valuesOf(task.of, partners), registrationCode: "" };
    case "new":
      return valuesOf(undefined, partners);
    case "several":
      // Each is for one person.
      return { ...valuesOf(undefined, partners), maxRegistrationCount: "1" };
  }
}

const isCount = (text: string): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= messages.MAX_GENERATED;

const valuesOf = (code: CodeRow | undefined, partners: readonly Partner[]): Values => ({
  registrationCode: code?.registrationCode ?? "",
  startDate: code?.startDate ?? "",
  endDate: code?.endDate ?? "",
  partner: code?.partner.handle ?? partners[0]?.handle ?? "",
  spendLimit: code?.spendLimit?.toString() ?? "",
  maxRegistrationCount: code?.maxRegistrationCount?.toString() ?? "",
  tags: code?.tags ?? "",
});

const isWhole = (text: string): boolean => /^\d*$/.test(text.trim());

/** Undefined while one of them isn't a date. */
const isBefore = (start: string, end: string): boolean | undefined =>
  isDateText(start) && isDateText(end) ? toIsoDate(start) < toIsoDate(end) : undefined;

const isComplete = ({ registrationCode, startDate, endDate }: Values): boolean =>
  registrationCode.trim() !== "" && isBefore(startDate, endDate) === true;

/** Days compare by what they mean, because the field writes them in another form than they are stored in. */
const isChanged = (values: Values, initial: Values): boolean =>
  (Object.keys(initial) as (keyof Values)[]).some(
    (name) => comparable(values, name) !== comparable(initial, name),
  );

const comparable = (values: Values, name: keyof Values): string =>
  name === "startDate" || name === "endDate" ? toIsoDate(values[name]) : values[name].trim();
