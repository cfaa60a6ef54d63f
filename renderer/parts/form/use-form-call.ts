/** A call from a form. Errors appear at their fields, from the contract's check or from main. */
import { useState } from 'react';
import * as v from 'valibot';
import { type CallInput, type CallName, type CallOutput, calls } from '../../../contract/contract.ts';
import { say } from '../../words.ts';
import { useCall } from '../use-call.ts';
import { type FieldErrors, fieldErrors } from './field-errors.ts';

type Key<T> = T extends unknown ? keyof T & string : never;

/** `fields`: the form's fields. `within`: the part of the call's input that contains them. Nothing is sent on errors. */
export function useFormCall<N extends CallName, W extends Key<CallInput<N>> | undefined = undefined>(
  name: N,
  fields: readonly Key<W extends Key<CallInput<N>> ? CallInput<N>[W] : CallInput<N>>[],
  within?: W,
) {
  const { run, busy, problem, forget } = useCall(name);
  const [wrong, setWrong] = useState<FieldErrors>({});
  const isOwn = (field: string | undefined): field is string => field !== undefined && (fields as readonly string[]).includes(field);
  const refused =
    problem && isOwn(problem.field) ? { [problem.field]: [say(problem.text), say(problem.hint)].filter(Boolean).join(' ') } : null;
  return {
    busy,
    problem: refused ? null : problem,
    wrong: refused ?? wrong,
    async run(input: CallInput<N>): Promise<CallOutput<N> | null> {
      const { issues = [] } = v.safeParse(calls[name].input as v.GenericSchema, input);
      const found = Object.entries(fieldErrors(issues, {}, within === undefined ? 0 : 1)).filter(([field]) => isOwn(field));
      setWrong(Object.fromEntries(found));
      if (found.length === 0) return run(input);
      forget();
      return null;
    },
    forget() {
      setWrong({});
      forget();
    },
  };
}
