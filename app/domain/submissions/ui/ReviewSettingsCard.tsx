import { FormLayout } from "@shopify/polaris";
import type { ActionAnswer } from "~/platform/notice";
import type { PageCall } from "~/platform/page-call";
import { CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { useFetcher } from "~/ui/useFetcher";
import { isReviewSetting, type ReviewSettings, reviewSettingProblem } from "../review-settings";

const FIELDS: readonly { name: keyof ReviewSettings; label: string; helpText: string }[] = [
  {
    name: "undoSeconds",
    label: "Undo, in seconds",
    helpText: "The order of an approval is created after this time. 0 for no undo.",
  },
  {
    name: "secondLookPercent",
    label: "Second look, in percent",
    helpText: "Share of approvals that a second reviewer checks.",
  },
  {
    name: "targetHours",
    label: "Target, in hours",
    helpText: "An open submission is late after this time.",
  },
  {
    name: "lockMinutes",
    label: "Reservation, in minutes",
    helpText: "A submission from Take next is free again after this time without activity.",
  },
];

/** The owner's settings of the review. @param call saves those that were changed */
export function ReviewSettingsCard({ settings, call }: { settings: ReviewSettings; call: PageCall }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Review"
      about="They apply to every reviewer."
      fetcher={fetcher}
      call={call}
      stored={JSON.stringify(settings)}
    >
      <FormLayout>
        <FormLayout.Group>
          {FIELDS.map(({ name, ...field }) => (
            <TextInput
              key={name}
              {...field}
              name={name}
              defaultValue={String(settings[name])}
              inputMode="numeric"
              maxLength={4}
              onlyChanged
              validate={(value) =>
                isReviewSetting(name, value.trim()) ? undefined : reviewSettingProblem(name)
              }
            />
          ))}
        </FormLayout.Group>
      </FormLayout>
    </CardForm>
  );
}
