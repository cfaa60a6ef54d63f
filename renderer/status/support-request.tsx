/** A relay operator's request for a support file. A manager sees the file before it's sent. */
import { useEffect, useState } from 'react';
import { CAUSE, type CallOutput, type SupportRequestView } from '../../contract/contract.ts';
import { ForManager } from '../access/access.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import type { StatusLine } from '../parts/line.ts';
import { RANK } from '../parts/lines.ts';
import { ProblemText } from '../parts/problem.tsx';
import { useCall } from '../parts/use-call.ts';
import { setUiState, useApp, useUiState } from '../state/ui-state.ts';
import { t } from '../words.ts';
import '../parts/notices.css';
import './support-request.css';

export function useSupportLine(): StatusLine[] {
  const request = useApp()?.supportRequest;
  if (!request) return [];
  const drawn = (
    <div className="notice" role="status" data-level="info">
      <Icon name="info" />
      <p>
        <strong>{t('support.asks', { host: request.host })}</strong> <q>{request.reason}</q>
      </p>
      <button type="button" className="button" onClick={() => setUiState({ answering: request.id })}>
        {t('support.view')}
      </button>
    </div>
  );
  return [{ cause: CAUSE.support, rank: RANK.info, drawn }];
}

export function SupportDialog() {
  const request = useApp()?.supportRequest;
  const answering = useUiState((counter) => counter.answering);
  if (!request || request.id !== answering) return null;
  return (
    <Dialog title={t('support.title')} onClose={() => setUiState({ answering: null })}>
      <ForManager>
        <Request key={request.id} request={request} />
      </ForManager>
    </Dialog>
  );
}

function Request({ request: { id, host, reason } }: { request: SupportRequestView }) {
  const [file, setFile] = useState<CallOutput<'support.preview'> | null>(null);
  const { run: read, problem: unread } = useCall('support.preview');
  const send = useCall('support.send');
  const refuse = useCall('support.refuse');
  useEffect(() => {
    void read({ id }).then(setFile);
  }, [read, id]);
  const problem = unread ?? send.problem ?? refuse.problem;
  return (
    <div className="form support-request">
      <p>
        <strong>{t('support.asks', { host })}</strong>
      </p>
      <blockquote dir="auto">{reason}</blockquote>
      <p>
        {t('diagnostics.bundleWhy')} {t('support.nothingSent')}
      </p>
      {file && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to scroll by keyboard
        <section className="support-file" tabIndex={0} aria-label={file.fileName} dir="ltr">
          <pre>{file.text}</pre>
        </section>
      )}
      {problem && <ProblemText problem={problem} spoken />}
      <div className="form-end">
        <button type="button" className="button" disabled={refuse.busy} onClick={() => void refuse.run({ id })}>
          {t('support.refuse')}
        </button>
        <button type="button" className="button fill" disabled={!file || send.busy} onClick={() => void send.run({ id })}>
          {t('support.send')}
        </button>
      </div>
    </div>
  );
}
