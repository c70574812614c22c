import { BlockStack, Button, Checkbox, InlineError, InlineGrid, Select, TextField } from "@shopify/polaris";
import { useMemo, useState } from "react";
import { FormDialog } from "~/ui/form/FormDialog";
import { TextInput } from "~/ui/form/fields";
import { useForm } from "~/ui/form/form-context";
import { useFieldError } from "~/ui/form/useFieldError";
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
  declared: SegmentSettings;
  onClose(): void;
}

/** The account owner declares the tag and the segments of the dashboard. Render it while it is open. */
export default function SegmentsDialog({ declared, onClose }: SegmentsDialogProps) {
  const [seen] = useState(declared);
  return (
    <FormDialog
      title="Segments"
      size="large"
      submitLabel="Save"
      call={dashboardCall("dashboard.declare", { ...seen, seen })}
      onClose={onClose}
    >
      <TextInput
        name="tag"
        label="Tag"
        maxLength={MAX_TAG}
        defaultValue={seen.tag}
        helpText="Customers are counted with and without this tag. Days that were read with another tag have no such figures."
        validate={(text) => (text.trim() ? undefined : "Enter a tag.")}
      />
      <SegmentRows initial={seen.segments} />
    </FormDialog>
  );
}

const NEW: Segment = { name: "", tag: "", tagIs: "any", email: true, sms: false };

const TAG_OPTIONS = [
  { value: "any", label: "Any tags" },
  { value: "with", label: "With tag" },
  { value: "without", label: "Without tag" },
];

function SegmentRows({ initial }: { initial: readonly Segment[] }) {
  const { busy, fieldErrors } = useForm();
  const [rows, setRows] = useState(initial.map((segment, index) => ({ ...segment, key: index })));
  const segments = useMemo(
    () =>
      rows.map(({ key: _key, ...segment }) => ({
        ...segment,
        tag: segment.tagIs === "any" ? "" : segment.tag,
      })),
    [rows],
  );
  const { error } = useFieldError("segments", JSON.stringify(segments), () => problemOf(segments), segments);
  const change = (key: number, part: Partial<Segment>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <BlockStack gap="300">
      {rows.map((row, index) => (
        <InlineGrid
          key={row.key}
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
            onChange={(name) => change(row.key, { name })}
          />
          <Select
            label="Tags"
            options={TAG_OPTIONS}
            disabled={busy}
            value={row.tagIs}
            error={fieldErrors[`segments.${index}.tagIs`]}
            onChange={(tagIs) => change(row.key, { tagIs: tagIs as Segment["tagIs"] })}
          />
          <TextField
            label="Tag"
            autoComplete="off"
            maxLength={MAX_TAG}
            disabled={row.tagIs === "any"}
            readOnly={busy}
            value={row.tagIs === "any" ? "" : row.tag}
            error={fieldErrors[`segments.${index}.tag`]}
            onChange={(tag) => change(row.key, { tag })}
          />
          <Checkbox label="Email" checked={row.email} onChange={(email) => change(row.key, { email })} />
          <Checkbox label="SMS" checked={row.sms} onChange={(sms) => change(row.key, { sms })} />
          <Button
            disabled={busy}
            accessibilityLabel={`Remove segment ${index + 1}`}
            onClick={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
          >
            Remove
          </Button>
        </InlineGrid>
      ))}
      {error && <InlineError message={error} fieldID="segments" />}
      <div>
        <Button
          disabled={busy || rows.length >= MAX_SEGMENTS}
          onClick={() =>
            setRows((before) => [
              ...before,
              { ...NEW, key: 1 + Math.max(-1, ...before.map(({ key }) => key)) },
            ])
          }
        >
          Add segment
        </Button>
      </div>
    </BlockStack>
  );
}

function problemOf(segments: readonly Segment[]): string | undefined {
  if (segments.some(({ name }) => !name.trim())) return "Enter a name for each segment.";
  if (segments.some(({ tag, tagIs }) => tagIs !== "any" && !tag.trim())) return "Enter a tag.";
  if (segments.some((segment) => !queryOf(segment))) return NOTHING_CHOSEN;
  if (new Set(segments.map(queryOf)).size < segments.length) return SAME_SEGMENT;
  const names = new Set(segments.map(({ name }) => name.trim().toLowerCase()));
  return names.size < segments.length ? SAME_NAME : undefined;
}
