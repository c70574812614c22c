import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { UnsavedBar } from "./UnsavedBar";
import type { UnsavedForm } from "./unsaved-form";
import { useConfirmLeaving } from "./useConfirmLeaving";

type Register = (id: string, form: UnsavedForm | null) => void;

const SaveBarContext = createContext<Register | null>(null);

/**
 * The one save bar of the page, shown while any form on it has unsaved changes. Save and Discard apply to all of these forms. The page
 * isn't left before they are saved, or the person agrees to lose them.
 */
export function SaveBarProvider({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<ReadonlyMap<string, UnsavedForm>>(new Map());
  // A form that was just saved may open another page before the next render.
  const latest = useRef(forms);
  const register = useCallback<Register>((id, form) => {
    if (!form && !latest.current.has(id)) return;
    const after = new Map(latest.current);
    if (form) after.set(id, form);
    else after.delete(id);
    latest.current = after;
    setForms(after);
  }, []);
  useConfirmLeaving(latest);
  const all = [...forms.values()];
  return (
    <SaveBarContext.Provider value={register}>
      {children}
      <UnsavedBar
        open={all.length > 0}
        busy={all.some(({ busy }) => busy)}
        onSave={() => {
          for (const { save } of all) save();
        }}
        onDiscard={() => {
          for (const { discard } of all) discard();
        }}
      />
    </SaveBarContext.Provider>
  );
}

/**
 * Shows the page's save bar while a form has unsaved changes.
 * @throws when it is used outside the provider: a programming error
 */
export function useSaveBar(isDirty: boolean, form: UnsavedForm): void {
  const register = useContext(SaveBarContext);
  if (!register) throw new Error("useSaveBar is used outside SaveBarProvider.");
  const id = useId();
  const latest = useRef(form);
  latest.current = form;
  const { busy } = form;
  useEffect(() => {
    const current: UnsavedForm = {
      busy,
      save: () => latest.current.save(),
      discard: () => latest.current.discard(),
    };
    register(id, isDirty ? current : null);
    return () => register(id, null);
  }, [register, id, isDirty, busy]);
}
