import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { resourcePath } from '../../../main/printing/resources.ts';
import { testFolder } from '../../setup/parts.ts';

const PROFILE = { family: 'epson', columns: 48, dots: 576 } as const;

function print(text: string): Buffer {
  return encode(layout({ title: 'Test', blocks: [{ kind: 'text', text }] }, PROFILE), PROFILE);
}

describe('an installation without its fonts', () => {
  const before = process.env.TILLBRIDGE_RESOURCES;
  let empty = '';

  beforeEach(() => {
    empty = testFolder();
    process.env.TILLBRIDGE_RESOURCES = empty;
  });

  afterEach(() => {
    if (before === undefined) delete process.env.TILLBRIDGE_RESOURCES;
    else process.env.TILLBRIDGE_RESOURCES = before;
  });

  it('prints letters that the printer has, and reports the missing font for others', () => {
    expect(print('Pizza').toString('latin1')).toContain('Pizza');
    expect(() => print('Πίτσα')).toThrow(/fonts\/DejaVuSansMono\.ttf is missing/);
  });

  it('finds its resources in the folder that TILLBRIDGE_RESOURCES names', () => {
    expect(resourcePath('fonts/X.ttf')).toBe(join(empty, 'fonts', 'X.ttf'));
    delete process.env.TILLBRIDGE_RESOURCES;
    expect(resourcePath('fonts/X.ttf')).toMatch(/resources.fonts.X\.ttf$/);
  });
});
