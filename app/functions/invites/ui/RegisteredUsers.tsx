import type { ListResult, ListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { registeredList } from "../list";
import { PERSON_CELLS, type Person } from "./cells";
import { ExportUsers } from "./ExportUsers";
import { TABS, TITLE } from "./tabs";

interface RegisteredUsersProps {
  state: ListState;
  result: ListResult<Person>;
}

/** Who has registered by an invitation: the same grid, without actions and selection. */
export function RegisteredUsers({ state, result }: RegisteredUsersProps) {
  return (
    <ListPage
      title={TITLE}
      list={registeredList}
      state={state}
      result={result}
      plural="registered users"
      rowLabel={({ displayName }) => displayName}
      cells={PERSON_CELLS}
      tabs={TABS}
      selectedTab="registeredUsers"
      appliesAtOnce
      pageActions={<ExportUsers registered="1" state={state} disabled={result.rows.length === 0} />}
      emptyHint={
        state.search
          ? "No registered user's name or address contains this."
          : "People appear here when they accept an invitation."
      }
    />
  );
}
