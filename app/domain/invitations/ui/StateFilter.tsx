import { useNavigate } from "@remix-run/react";
import { Select } from "@shopify/polaris";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { type InvitationState, STATE_NAMES, STATES_OF_TAB } from "../states";

const OPTIONS = [
  { label: "Any state", value: "" },
  ...STATES_OF_TAB.invited.map((state) => ({ label: STATE_NAMES[state], value: state })),
];

/** Filters the invited people by state; the URL keeps the choice. */
export function StateFilter({ state }: { state: InvitationState | undefined }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="State"
      labelHidden
      options={OPTIONS}
      value={state ?? ""}
      onChange={(value) => navigate(firstPage(search, { state: value }))}
    />
  );
}
