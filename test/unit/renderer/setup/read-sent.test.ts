/** A service's access data for a venue, in any notation, fills the form. */
import { expect, test } from 'vitest';
import { readSent } from '../../../../renderer/setup/connect/read-sent.ts';

const ALL = {
  authUrl: 'https://auth.example.test',
  orderBaseUrl: 'https://orders.example.test/v1',
  deliveryBaseUrl: 'https://deliveries.example.test',
  clientId: 'harbour-12',
  clientSecret: 's3cr3t=with:signs',
  authorizationCode: 'code-77',
  redirectUri: 'https://partner.example.test/done?shop=7',
};

test.each([
  [
    'access data in an email',
    `Hello,
here is your access.

Token service: ${ALL.authUrl}
Order API: ${ALL.orderBaseUrl}.
Delivery API: ${ALL.deliveryBaseUrl}
Client ID: ${ALL.clientId}
Client secret: ${ALL.clientSecret}
Authorization code: ${ALL.authorizationCode}
Redirect URI: ${ALL.redirectUri}

Best regards`,
  ],
  [
    'access data with each name on its own line',
    `Auth URL\n${ALL.authUrl}\nOrder base URL\n${ALL.orderBaseUrl}\nDelivery base URL\n${ALL.deliveryBaseUrl}\nClient ID\n${ALL.clientId}
Client secret\n${ALL.clientSecret}\nCode\n${ALL.authorizationCode}\nRedirect\n${ALL.redirectUri}`,
  ],
  [
    'access data as environment variables',
    `AUTH_URL=${ALL.authUrl}\nORDER_BASE_URL="${ALL.orderBaseUrl}"\nDELIVERY_BASE_URL=${ALL.deliveryBaseUrl}
CLIENT_ID=${ALL.clientId}\nCLIENT_SECRET=${ALL.clientSecret}\nAUTHORIZATION_CODE=${ALL.authorizationCode}\nREDIRECT_URI=${ALL.redirectUri}`,
  ],
  ['JSON', JSON.stringify({ ...ALL }, null, 2)],
])('%s', (_, text) => expect(readSent(text)).toEqual(ALL));

test("text without labels is ignored, and an address isn't taken for a secret", () => {
  expect(readSent('Good morning!\nSee you soon: Monday at 10:30.\nhttps://example.test/help')).toEqual({});
  expect(readSent('Client secret: https://orders.example.test')).toEqual({});
  expect(readSent('Order API: ask your account manager')).toEqual({});
});

test('an address without a label is recognized by a word in it', () => {
  const [authUrl, orderBaseUrl] = ['https://auth.example.test', 'https://orders.example.test'];
  expect(readSent(`${authUrl}\n${orderBaseUrl}`)).toEqual({ authUrl, orderBaseUrl });
});

test("labels in the screen's language are recognized", () => {
  const isKnown = (label: string) => (label === 'asiakastunnus' ? 'clientId' : null);
  expect(readSent('Asiakastunnus: harbour-12', isKnown)).toEqual({ clientId: 'harbour-12' });
});
