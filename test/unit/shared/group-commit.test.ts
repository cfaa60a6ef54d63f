/** What waits together is written together. */
import { expect, test } from 'vitest';
import { createGroupCommit } from '../../../shared/group-commit.ts';

test('all that came in one turn is one commit, and each is told its own result', async () => {
  const groups: number[][] = [];
  const { write } = createGroupCommit<number, string>((items) => {
    groups.push([...items]);
    return items.map((item) => `kept ${item}`);
  });
  expect(await Promise.all([write(1), write(2), write(3)])).toEqual(['kept 1', 'kept 2', 'kept 3']);
  expect(await write(4)).toBe('kept 4');
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('what comes in turns one behind the other is one group, and no turn without anything is waited for', async () => {
  const groups: number[][] = [];
  const { write } = createGroupCommit<number, number>((items) => {
    groups.push([...items]);
    return [...items];
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const written = [];
  for (const one of [1, 2, 3]) {
    written.push(write(one));
    await turn();
  }
  await Promise.all(written);
  await turn();
  await write(4);
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('who comes without end does not keep the others waiting', async () => {
  const groups: number[][] = [];
  const { write } = createGroupCommit<number, number>((items) => {
    groups.push([...items]);
    return [...items];
  });
  for (let one = 0; one < 200; one += 1) {
    void write(one);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(groups.length).toBeGreaterThan(3);
});

test('a group that could not be written is told to all of it, and the next one is written', async () => {
  let isFull = true;
  const { write, flush } = createGroupCommit<number, number>((items) => {
    if (isFull) throw new Error('full');
    return [...items];
  });
  expect((await Promise.allSettled([write(1), write(2)])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFull = false;
  const last = write(3);
  flush();
  expect(await last).toBe(3);
});
