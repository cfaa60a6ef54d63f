/** The Settings screen: printers, till, webhook secret, venues, and what is true of this computer. */
import { useCallback, useEffect, useState } from 'react';
import type { CallOutput, Problem } from '../../contract/contract.ts';
import { ForManager, PinSettings } from '../access/access.tsx';
import { KeysHelp } from '../keys/keys-help.tsx';
import { ProblemText } from '../parts/problem.tsx';
import { setCounter } from '../state/counter.ts';
import { call } from '../state/link.ts';
import { words } from '../words.ts';
import { Alarm } from './alarm.tsx';
import { Backups } from './backups.tsx';
import { Couriers } from './couriers.tsx';
import { Displays } from './displays.tsx';
import { LeadToPart } from './lead-to.tsx';
import { Look } from './look.tsx';
import { Papers } from './papers/papers.tsx';
import { Printers } from './printers/printers.tsx';
import { ThisComputer } from './this-computer.tsx';
import { Till } from './till.tsx';
import { DeliveryPickup } from './venues/delivery-pickup.tsx';
import { DeliveryWebhooks } from './venues/delivery-webhooks.tsx';
import { Merchant } from './venues/merchant.tsx';
import { Venues } from './venues/venues.tsx';
import { WebhookSecret } from './venues/webhook-secret.tsx';
import { Work } from './work.tsx';
import './settings.css';

const said = words.settings;

export function Settings() {
  return (
    <main className="page">
      <header className="page-head">
        <h1>{said.title}</h1>
        <button type="button" className="button" onClick={() => setCounter({ selfTestOpen: true })}>
          {words.drill.open}
        </button>
      </header>
      <ForManager>
        <Parts />
      </ForManager>
    </main>
  );
}

function Parts() {
  const [held, setHeld] = useState<CallOutput<'settings.get'> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(async () => {
    const answer = await call('settings.get', {});
    if (answer.ok) setHeld(answer.value);
    setProblem(answer.ok ? null : answer.problem);
  }, []);
  useEffect(() => void read(), [read]);

  return (
    <>
      {problem && (
        <>
          <ProblemText problem={problem} />
          <button type="button" className="button" onClick={() => void read()}>
            {said.tryAgain}
          </button>
        </>
      )}
      {!held && !problem && <p>{said.loading}</p>}
      {held && (
        <div className="parts">
          <Look />
          <Printers printers={held.settings.printers} onSaved={read} />
          <Alarm alerts={held.settings.alerts} onSaved={read} />
          <Work work={held.settings.work} onSaved={read} />
          <Displays tablets={held.settings.counter.displays} onSaved={read} />
          <Papers template={held.settings.template} onSaved={read} />
          <Till pos={held.settings.pos} onSaved={read} />
          <Venues />
          <Merchant merchantId={held.settings.service.merchant_id} keyState={held.merchantKey} onSaved={read} />
          {held.settings.service.merchant_id !== null && (
            <DeliveryPickup
              key={String(held.settings.service.delivery_pickup)}
              pickup={held.settings.service.delivery_pickup}
              onSaved={read}
            />
          )}
          {held.settings.service.merchant_id !== null && (
            <Couriers
              kept={{
                support: held.settings.service.delivery_support,
                sms: held.settings.service.delivery_sms,
                slip: held.settings.paper.delivery_slip,
                priceUnit: held.settings.service.delivery_price_unit,
                radiusMetres: held.settings.service.delivery_radius_metres,
              }}
              onSaved={read}
            />
          )}
          {held.settings.service.merchant_id !== null && <DeliveryWebhooks key={held.settings.service.merchant_id} />}
          <WebhookSecret stored={held.webhookSecrets} onSaved={read} />
          <Backups backup={held.settings.backup} onSaved={read} />
          <ThisComputer desktop={held.settings.desktop} onSaved={read} />
          <PinSettings />
          <KeysHelp />
          <LeadToPart />
        </div>
      )}
    </>
  );
}
