/**
 * `here`: by us. `checking`: perhaps by us. `missed`: its time was over and no one had answered. `cancelled`: by the service, the customer or
 * support, after it was answered or in so many words. `others`: by one of them, and nothing tells why.
 */
export type RejectionCause = 'here' | 'checking' | 'missed' | 'cancelled' | 'others';
