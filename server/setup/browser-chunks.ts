import type { Rollup } from "vite";

/** What every page loads, what every list page loads besides, and what lists of people add to it. */
const GROUPS = [
  { name: "console", roots: ["app/entry.client.tsx", "app/root.tsx", "app/shell.tsx"] },
  {
    name: "list",
    roots: [
      "app/ui/ListPage.tsx",
      "app/ui/list/RowActions.tsx",
      "app/ui/list/SortSelect.tsx",
      "app/ui/list/useSavedViewActions.ts",
      "app/ui/import/ImportButton.tsx",
      "app/ui/import/sheet-reader.ts",
      "app/ui/form/fields.tsx",
      "app/ui/form/ActionForm.tsx",
      "app/ui/Dialog.tsx",
      "app/ui/Moment.tsx",
      "app/ui/SecondsMoment.tsx",
      "app/ui/EmailText.tsx",
      "app/ui/LongText.tsx",
      "app/ui/Tags.tsx",
      "app/ui/useOperation.ts",
      "app/ui/Skeletons.tsx",
      "app/ui/save-file.ts",
      "app/platform/money/format-money.ts",
      "app/platform/dates/us-date.ts",
      "app/platform/dates/date-text.ts",
      "app/platform/text/pluralize.ts",
      "app/core/exports/ui/ExportButton.tsx",
      "app/core/exports/ui/useExport.ts",
      "app/platform/sheets/spreadsheet.ts",
    ],
  },
  {
    name: "people",
    roots: [
      "app/domain/customers/edit-fields.ts",
      "app/domain/registrations/status.ts",
      "app/domain/invitations/screens.ts",
    ],
  },
] as const;

/** Components of Polaris that few pages use: files of their own, because the package's index would bring them to every page. */
const RARE = [
  { name: "date-picker", folders: /\/@shopify\/polaris\/.*\/components\/DatePicker\// },
  { name: "drop-zone", folders: /\/@shopify\/polaris\/.*\/components\/DropZone\// },
  { name: "data-table", folders: /\/@shopify\/polaris\/.*\/components\/DataTable\// },
  { name: "range-slider", folders: /\/@shopify\/polaris\/.*\/components\/RangeSlider\// },
  { name: "choice-list", folders: /\/@shopify\/polaris\/.*\/components\/(?:ChoiceList|RadioButton)\// },
  { name: "layout", folders: /\/@shopify\/polaris\/.*\/components\/(?:Layout|DescriptionList)\// },
  { name: "combobox", folders: /\/@shopify\/polaris\/.*\/components\/(?:Autocomplete|Combobox|Listbox)\// },
] as const;

/**
 * Rollup's `manualChunks` for the browser's build: the modules that all pages load are two files (packages and ours), what list pages
 * add to them is one, and what lists of people add is another. Left alone, each shared module becomes a file, and a list page loads sixty.
 */
export function browserChunks(id: string, { getModuleInfo }: { getModuleInfo: Rollup.GetModuleInfo }) {
  chunks ??= assignChunks(id, getModuleInfo);
  return chunks.get(id);
}

let chunks: Map<string, string> | undefined;

function assignChunks(anyId: string, getModuleInfo: Rollup.GetModuleInfo): Map<string, string> {
  const assigned = new Map<string, string>();
  const project = process.cwd();
  for (const { name, roots } of GROUPS) {
    const open: string[] = roots.map((root) => `${project}/${root}`);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const module = getModuleInfo(id);
      if (!module || assigned.has(id)) continue;
      const rare = RARE.find(({ folders }) => folders.test(id));
      assigned.set(
        id,
        rare?.name ?? (name === "console" && id.includes("/node_modules/") ? "packages" : name),
      );
      // What is imported dynamically stays a file of its own: it is loaded when it is needed.
      open.push(...module.importedIds);
    }
  }
  if (assigned.size === 0) throw new Error(`No chunk could be assigned; the build began with ${anyId}.`);
  return assigned;
}
