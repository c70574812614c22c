import {
  BlockStack,
  Button,
  Checkbox,
  InlineError,
  InlineGrid,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useMemo } from "react";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { useFieldError, useForm } from "~/ui/form/form-context";
import { useStoredValue } from "~/ui/form/useStoredValue";
import { dashboardCall } from "../function";
import type { SegmentSettings } from "../schemas";
import {
  MAX_SEGMENT_NAME,
  MAX_SEGMENTS,
  MAX_TAG,
  NOTHING_CHOSEN,
  queryOf,
  SAME_NAME,
  SAME_SEGMENT,
  type Segment,
} from "../segments";

interface SegmentsDialogProps {
  /** As the page has it now. */
  declared: SegmentSettings;
  onClose(): void;
}

/** The account owner declares the tag and the segments of the dashboard. Render it while it is open. */
export default function SegmentsDialog({ declared, onClose }: SegmentsDialogProps) {
  return (
    <FormDialog
      title="Segments"
      size="large"
      submitLabel="Save"
      call={dashboardCall("dashboard.declare", { ...declared, seen: declared })}
      onClose={onClose}
    >
      <TextInput
        name="tag"
        label="Tag"
        maxLength={MAX_TAG}
        defaultValue={declared.tag}
        helpText="Customers are counted with and without this tag. Days that were read with another tag have no such figures."
        validate={(text) => (text.trim() ? undefined : "Enter a tag.")}
      />
      <SegmentRows stored={declared.segments} />
    </FormDialog>
  );
}

const NEW: Segment = { name: "", tag: "", tagIs: "any", email: true, sms: false };

const TAG_OPTIONS = [
  { value: "any", label: "Any tags" },
  { value: "with", label: "With tag" },
  { value: "without", label: "Without tag" },
];

function SegmentRows({ stored }: { stored: readonly Segment[] }) {
  const { busy, fieldErrors } = useForm();
  // As one text, so that what someone else has changed since is noticed.
  const { value, setValue, change } = useStoredValue(JSON.stringify(stored), describe);
  const rows = useMemo(() => read(value), [value]);
  const segments = useMemo(
    () => rows.map((segment) => ({ ...segment, tag: segment.tagIs === "any" ? "" : segment.tag })),
    [rows],
  );
  const { error } = useFieldError("segments", JSON.stringify(segments), () => problemOf(segments), segments);
  const setRows = (next: readonly Segment[]) => setValue(JSON.stringify(next));
  const edit = (index: number, part: Partial<Segment>) =>
    !busy && setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <BlockStack gap="300">
      {change && <Text as="p">{change}</Text>}
      {rows.map((row, index) => (
        <InlineGrid
          // biome-ignore lint/suspicious/noArrayIndexKey: its fields have no state of their own
          key={index}
          columns={{ xs: 1, md: "3fr 2fr 3fr auto auto auto" }}
          gap="300"
          alignItems="end"
        >
          <TextField
            label={`Segment ${index + 1}`}
            autoComplete="off"
            maxLength={MAX_SEGMENT_NAME}
            placeholder="Name"
            readOnly={busy}
            value={row.name}
            error={fieldErrors[`segments.${index}.name`]}
            onChange={(name) => edit(index, { name })}
          />
          <Select
            label="Tags"
            options={TAG_OPTIONS}
            disabled={busy}
            value={row.tagIs}
            error={fieldErrors[`segments.${index}.tagIs`]}
            onChange={(tagIs) => edit(index, { tagIs: tagIs as Segment["tagIs"] })}
          />
          <TextField
            label="Tag"
            autoComplete="off"
            maxLength={MAX_TAG}
            disabled={row.tagIs === "any"}
            readOnly={busy}
            value={row.tagIs === "any" ? "" : row.tag}
            error={fieldErrors[`segments.${index}.tag`]}
            onChange={(tag) => edit(index, { tag })}
          />
          <Checkbox label="Email" checked={row.email} onChange={(email) => edit(index, { email })} />
          <Checkbox label="SMS" checked={row.sms} onChange={(sms) => edit(index, { sms })} />
          <Button
            disabled={busy}
            accessibilityLabel={`Remove segment ${index + 1}`}
            onClick={() => setRows(rows.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </InlineGrid>
      ))}
      {error && <InlineError message={error} fieldID="segments" />}
      <div>
        <Button disabled={busy || rows.length >= MAX_SEGMENTS} onClick={() => setRows([...rows, NEW])}>
          Add segment
        </Button>
      </div>
    </BlockStack>
  );
}

const read = (text: string): Segment[] => JSON.parse(text);

const describe = (text: string): string =>
  read(text)
    .map((segment) => `${segment.name} (${queryOf(segment)})`)
    .join(", ");

function problemOf(segments: readonly Segment[]): string | undefined {
  if (segments.some(({ name }) => !name.trim())) return "Enter a name for each segment.";
  if (segments.some(({ tag, tagIs }) => tagIs !== "any" && !tag.trim())) return "Enter a tag.";
  if (segments.some((segment) => !queryOf(segment))) return NOTHING_CHOSEN;
  if (new Set(segments.map(queryOf)).size < segments.length) return SAME_SEGMENT;
  const names = new Set(segments.map(({ name }) => name.trim().toLowerCase()));
  return names.size < segments.length ? SAME_NAME : undefined;
}
