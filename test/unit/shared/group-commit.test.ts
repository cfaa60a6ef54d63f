/** Writes that wait at the same time are committed together. */
import { expect, test } from 'vitest';
import { createGroupCommit } from '../../../shared/group-commit.ts';

test('writes of one turn of the event loop are one commit, and each gets its own result', async () => {
  const groups: number[][] = [];
  const { write } = createGroupCommit<number, string>((items) => {
    groups.push([...items]);
    return items.map((item) => `kept ${item}`);
  });
  expect(await Promise.all([write(1), write(2), write(3)])).toEqual(['kept 1', 'kept 2', 'kept 3']);
  expect(await write(4)).toBe('kept 4');
  expect(groups).toEqual([[1, 2, 3], [4]]);
});

test('writes of consecutive turns are one commit, which waits for no turn without a write', async () => {
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

test("an endless series of writes doesn't block the others", async () => {
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

test('a failed group rejects all its writes, and the next group is written', async () => {
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
