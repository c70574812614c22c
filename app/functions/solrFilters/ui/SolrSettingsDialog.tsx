import { Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { isMetafieldName } from "~/domain/search/index-fields";
import { FormDialog } from "~/ui/form/FormDialog";
import { CheckboxInput, SelectInput } from "~/ui/form/fields";
import { filtersCall } from "../function";
import type { FilterDefinition } from "../schemas";
import { DATA_TYPES } from "../settings";

/** How a filter's field is in the Solr index. Render it while it is open. */
export default function SolrSettingsDialog({
  filter,
  onClose,
}: {
  filter: FilterDefinition;
  onClose(): void;
}) {
  const [type, setType] = useState<string>(filter.type);
  const [output, setOutput] = useState(filter.output);
  const [search, setSearch] = useState(filter.search);
  return (
    <FormDialog
      title="Update SOLR Settings"
      submitLabel="Save Changes"
      incomplete={type === filter.type && output === filter.output && search === filter.search}
      call={filtersCall("solrFilters.updateSolr", { name: filter.name, version: filter.version })}
      onClose={onClose}
    >
      <TextField label="Filter name" autoComplete="off" readOnly value={filter.name} />
      <SelectInput
        name="type"
        label="Data Type"
        options={DATA_TYPES.map((value) => ({ value, label: value }))}
        defaultValue={filter.type}
        onValue={setType}
      />
      <CheckboxInput name="output" label="Return to PLP" defaultChecked={filter.output} onValue={setOutput} />
      <CheckboxInput
        name="search"
        label="Include in Search"
        defaultChecked={filter.search}
        onValue={setSearch}
      />
      <Text as="p" tone="subdued">
        {isMetafieldName(filter.name)
          ? "They apply from the next SOLR sync on."
          : "The SOLR sync writes this field of every product in its own way. It uses these settings for metafields only."}
      </Text>
    </FormDialog>
  );
}
