import { useMemo } from "react";
import type { ListColumn, ListDeclaration } from "~/platform/list";
import { useFrame } from "../frame";
import { useRememberedText } from "../useRememberedSwitch";

/** The keys of the columns that the person doesn't want to see. */
export interface HiddenColumns {
  hidden: ReadonlySet<string>;
  setHidden(hidden: ReadonlySet<string>): void;
}

/** What can be hidden: not the column that names the row, nor a second line of it. */
export const optionalColumns = (columns: readonly ListColumn[]): ListColumn[] => {
  const title = columns.find(({ narrow }) => narrow === "title") ?? columns[0];
  return columns.filter(({ key, below }) => key !== title?.key && below !== title?.key);
};

/** The columns of a list that the person chose to hide. Remembered by the browser, for each person and list. */
export function useHiddenColumns({ name, columns }: ListDeclaration): HiddenColumns {
  const { administrator } = useFrame();
  const [text, setText] = useRememberedText(`backroom.hidden-columns.${administrator.id}.${name}`);
  return useMemo(() => {
    const optional = new Set(optionalColumns(columns).map(({ key }) => key));
    return {
      // A column that the list no longer has is left out.
      hidden: new Set(text.split(" ").filter((key) => optional.has(key))),
      setHidden: (hidden) => setText([...hidden].join(" ")),
    };
  }, [text, columns, setText]);
}
