/* Made from the OpenAPI document of the partner API by generate.ts. */

export interface paths {
    "/v1/program": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The program of the key, and what the key may do: a good first call. */
        get: operations["getV1Program"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members, by the time of their last change. Erased ones are in it, without a person.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Members"];
        put?: never;
        /**
         * Enrolls a person whom the program knows, with what they agreed to and when.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, zip_not_in_us, email_in_use, member_number_in_use, external_id_in_use, unavailable.
         */
        post: operations["postV1Members"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A member.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1MembersById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes what is sent, and nothing else.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, zip_not_in_us, email_in_use, member_number_in_use, external_id_in_use, member_closed, unavailable.
         */
        patch: operations["patchV1MembersById"];
        trace?: never;
    };
    "/v1/members/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Closes an account and ends its sessions. What was earned stays.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1MembersByIdClose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks for a member to be erased. Until the day that is answered the member can take it back.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1MembersByIdErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Everything that is stored about a member.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1MembersByIdExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/session-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An address that signs the member in once, in one browser, within 60 seconds, and leads to a page of the site.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, member_closed.
         */
        post: operations["postV1MembersByIdSessionLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cards of a member, also those that were removed.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1MembersByIdCards"];
        put?: never;
        /**
         * Links a card by a token of the card frame. Numbers are refused.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, member_closed, card_token_invalid, card_already_linked, card_already_yours, card_brand_not_accepted, card_limit_reached.
         */
        post: operations["postV1MembersByIdCards"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/cards/{cardId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a card. With the last one the account is closed.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, card_not_found.
         */
        delete: operations["deleteV1MembersByIdCardsByCardId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dines, by the time of their last change, with parts, reason and history.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Dines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A dine.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1DinesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a member has, and what is on its way to them.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1MembersByIdBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the ledger has posted to a member, the oldest first: they add up to the balance.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1MembersByIdEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was given or taken by hand, by staff and by keys, the oldest first.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1MembersByIdRewards"];
        put?: never;
        /**
         * Gives a reward, or takes one where it is below zero. Above the limits it waits for a person in the console: 202 with `approval`.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, external_id_in_use, approval_decided.
         */
        post: operations["postV1MembersByIdRewards"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bonuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bonuses of the program, also those that have ended.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Bonuses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members/{id}/bonuses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bonuses in which a member has a part.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1MembersByIdBonuses"];
        put?: never;
        /**
         * Registers a member for a bonus: dines from now on count. A repeated call changes nothing.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, bonus_not_open, member_closed.
         */
        post: operations["postV1MembersByIdBonuses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Offers of the program, also those that have ended, the oldest first.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Offers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test/dines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plays a dine in a sandbox, as the card network reports one. It is among the dines within seconds.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, sandbox_only, merchant_not_found, unavailable.
         */
        post: operations["postV1TestDines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/restaurants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Restaurants with their terms in this program, by the time of their last change. Those that left stay in it, with `status: "left"`.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Restaurants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/restaurants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A restaurant with its terms in this program.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1RestaurantsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reservations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tables that members have booked, the oldest booking first.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Reservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reservations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A table that a member has booked.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1ReservationsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reservations/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a table for a member, as late as the member could. A repeated call changes nothing.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, reservation_not_found, outside_cancellation_window, unavailable.
         */
        post: operations["postV1ReservationsByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dines that members have reported as missing, the oldest report first.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Claims"];
        put?: never;
        /**
         * Reports a dine that a member misses. The answer says what was found.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, member_closed, merchant_not_found, card_not_found, claim_already_open, claim_limit_reached, unavailable.
         */
        post: operations["postV1Claims"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/claims/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A reported dine.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1ClaimsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/claims/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approves or declines a reported dine. What it earns is up to the rules of the program; above the limits an approval waits for a person in the console: 202 with `approval`.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused, claim_decided, claim_not_awardable, approval_decided.
         */
        post: operations["postV1ClaimsByIdAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlement/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files of accruals, by their numbers.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1SettlementFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlement/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of accruals with its rows, as the file exchange delivers it.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1SettlementFilesById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlement/files/{id}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers up to 500 rows of a file: accepted, or rejected with a code. A row that is answered again alike changes nothing; rows that do not fit are refused in the answer, by their ids.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1SettlementFilesByIdAnswers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of the last 30 days, the oldest first, in an order that never changes.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1Events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Endpoints of the program, the newest first.
         * @description Errors of its own: validation_failed, not_found.
         */
        get: operations["getV1WebhookEndpoints"];
        put?: never;
        /**
         * Adds an endpoint, which is told what the scopes of this key read. The answer is the only one that has its secret.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1WebhookEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes an endpoint, or turns it off or on; what is left out stays.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        put: operations["putV1WebhookEndpointsById"];
        post?: never;
        /**
         * Removes an endpoint with its deliveries.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        delete: operations["deleteV1WebhookEndpointsById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes another secret. The one before signs too for a day.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1WebhookEndpointsByIdSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test event to an endpoint. Its delivery waits a moment.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1WebhookEndpointsByIdTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries to an endpoint, the newest first.
         * @description Errors of its own: validation_failed, not_found, cursor_invalid.
         */
        get: operations["getV1WebhookEndpointsByIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a delivery again, or all events since a time; each keeps its id.
         * @description Errors of its own: validation_failed, not_found, idempotency_mismatch, card_number_refused.
         */
        post: operations["postV1WebhookEndpointsByIdResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: never;
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getV1Program: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        program: {
                            slug: string;
                            name: string;
                            currency: ("Dollar" | "Mile" | "Point" | "Credit") | null;
                            isSandbox: boolean;
                        };
                        key: {
                            id: string;
                            name: string;
                            scopes: ("members:read" | "members:write" | "cards:read" | "cards:write" | "dines:read" | "rewards:read" | "rewards:write" | "bonuses:read" | "bonuses:write" | "restaurants:read" | "reservations:read" | "reservations:write" | "claims:read" | "claims:write" | "settlement:read" | "settlement:write" | "events:read" | "webhooks:manage" | "sessions:write")[];
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Members: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                updatedSince?: string;
                memberNumber?: string;
                externalId?: string;
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            externalId: string | null;
                            memberNumber: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            emailConfirmed: boolean;
                            phoneNumber: string;
                            address1: string;
                            address2: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            emailOptIn: boolean;
                            smsOptIn: boolean;
                            /** @enum {string} */
                            status: "active" | "noCard" | "closed" | "erasurePending" | "erased";
                            tier: {
                                level: number;
                                name: string;
                                until: string | null;
                            };
                            joinedAt: string;
                            closedAt: string | null;
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1Members: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalId: string;
                    firstName: string;
                    lastName: string;
                    /** Format: email */
                    email: string;
                    emailVerified?: boolean;
                    phoneNumber?: string;
                    address1?: string;
                    address2?: string;
                    city?: string;
                    state?: string;
                    zipCode: string;
                    memberNumber?: string;
                    emailOptIn: boolean;
                    smsOptIn: boolean;
                    consent: {
                        termsVersion: string;
                        /** Format: date-time */
                        at: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            externalId: string | null;
                            memberNumber: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            emailConfirmed: boolean;
                            phoneNumber: string;
                            address1: string;
                            address2: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            emailOptIn: boolean;
                            smsOptIn: boolean;
                            /** @enum {string} */
                            status: "active" | "noCard" | "closed" | "erasurePending" | "erased";
                            tier: {
                                level: number;
                                name: string;
                                until: string | null;
                            };
                            joinedAt: string;
                            closedAt: string | null;
                            updatedAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1MembersById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            externalId: string | null;
                            memberNumber: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            emailConfirmed: boolean;
                            phoneNumber: string;
                            address1: string;
                            address2: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            emailOptIn: boolean;
                            smsOptIn: boolean;
                            /** @enum {string} */
                            status: "active" | "noCard" | "closed" | "erasurePending" | "erased";
                            tier: {
                                level: number;
                                name: string;
                                until: string | null;
                            };
                            joinedAt: string;
                            closedAt: string | null;
                            updatedAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    patchV1MembersById: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalId?: string;
                    firstName?: string;
                    lastName?: string;
                    /** Format: email */
                    email?: string;
                    emailVerified?: boolean;
                    phoneNumber?: string;
                    address1?: string;
                    address2?: string;
                    city?: string;
                    state?: string;
                    zipCode?: string;
                    memberNumber?: string;
                    emailOptIn?: boolean;
                    smsOptIn?: boolean;
                    tier?: {
                        level: 2 | 3;
                        /** Format: date-time */
                        until?: string;
                        cause: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            externalId: string | null;
                            memberNumber: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            emailConfirmed: boolean;
                            phoneNumber: string;
                            address1: string;
                            address2: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            emailOptIn: boolean;
                            smsOptIn: boolean;
                            /** @enum {string} */
                            status: "active" | "noCard" | "closed" | "erasurePending" | "erased";
                            tier: {
                                level: number;
                                name: string;
                                until: string | null;
                            };
                            joinedAt: string;
                            closedAt: string | null;
                            updatedAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdClose: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            externalId: string | null;
                            memberNumber: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            emailConfirmed: boolean;
                            phoneNumber: string;
                            address1: string;
                            address2: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            emailOptIn: boolean;
                            smsOptIn: boolean;
                            /** @enum {string} */
                            status: "active" | "noCard" | "closed" | "erasurePending" | "erased";
                            tier: {
                                level: number;
                                name: string;
                                until: string | null;
                            };
                            joinedAt: string;
                            closedAt: string | null;
                            updatedAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdErasure: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            externalId: string | null;
                            memberNumber: string | null;
                            firstName: string;
                            lastName: string;
                            email: string;
                            emailConfirmed: boolean;
                            phoneNumber: string;
                            address1: string;
                            address2: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            emailOptIn: boolean;
                            smsOptIn: boolean;
                            /** @enum {string} */
                            status: "active" | "noCard" | "closed" | "erasurePending" | "erased";
                            tier: {
                                level: number;
                                name: string;
                                until: string | null;
                            };
                            joinedAt: string;
                            closedAt: string | null;
                            updatedAt: string;
                        };
                        erasureAt: string;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdExport: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdSessionLinks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default / */
                    returnTo?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        expiresAt: string;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1MembersByIdCards: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            memberId: string;
                            /** @enum {string} */
                            cardType: "Visa" | "Amex" | "Mastercard" | "Discover";
                            lastFour: string;
                            description: string;
                            linkedAt: string;
                            removedAt: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdCards: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cardId: string;
                    /** @enum {string} */
                    cardType: "Visa" | "Amex" | "Mastercard" | "Discover";
                    lastFour: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: {
                            id: string;
                            memberId: string;
                            /** @enum {string} */
                            cardType: "Visa" | "Amex" | "Mastercard" | "Discover";
                            lastFour: string;
                            description: string;
                            linkedAt: string;
                            removedAt: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    deleteV1MembersByIdCardsByCardId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                cardId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card: {
                            id: string;
                            memberId: string;
                            /** @enum {string} */
                            cardType: "Visa" | "Amex" | "Mastercard" | "Discover";
                            lastFour: string;
                            description: string;
                            linkedAt: string;
                            removedAt: string | null;
                        };
                        accountClosed: boolean;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Dines: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                updatedSince?: string;
                memberId?: string;
                merchantId?: string;
                status?: "Pending" | "Awarded" | "Deferred" | "Paid" | "Forfeit";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            transactionId: string;
                            memberId: string;
                            merchantId: string | null;
                            merchantName: string;
                            cardId: string;
                            cardLastFour: string;
                            dinedAt: string;
                            /** @enum {string} */
                            status: "Pending" | "Awarded" | "Deferred" | "Paid" | "Forfeit";
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reward: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reason: {
                                code: string;
                                text: string;
                            } | null;
                            parts: {
                                /** @enum {string} */
                                kind: "base" | "offer" | "bonus" | "corporate" | "reservation" | "adjustment" | "referral";
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                name: string;
                            }[];
                            history: {
                                at: string;
                                /** @enum {string} */
                                status: "Pending" | "Awarded" | "Deferred" | "Paid" | "Forfeit";
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                reward: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                reason: {
                                    code: string;
                                    text: string;
                                } | null;
                            }[];
                            paidAt: string | null;
                            createdAt: string;
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1DinesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dine: {
                            id: string;
                            transactionId: string;
                            memberId: string;
                            merchantId: string | null;
                            merchantName: string;
                            cardId: string;
                            cardLastFour: string;
                            dinedAt: string;
                            /** @enum {string} */
                            status: "Pending" | "Awarded" | "Deferred" | "Paid" | "Forfeit";
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reward: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reason: {
                                code: string;
                                text: string;
                            } | null;
                            parts: {
                                /** @enum {string} */
                                kind: "base" | "offer" | "bonus" | "corporate" | "reservation" | "adjustment" | "referral";
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                name: string;
                            }[];
                            history: {
                                at: string;
                                /** @enum {string} */
                                status: "Pending" | "Awarded" | "Deferred" | "Paid" | "Forfeit";
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                reward: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                reason: {
                                    code: string;
                                    text: string;
                                } | null;
                            }[];
                            paidAt: string | null;
                            createdAt: string;
                            updatedAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1MembersByIdBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        units: number;
                        currency: string;
                        inFlight: number;
                        updatedAt: string | null;
                    } | {
                        cents: number;
                        currency: string;
                        inFlight: number;
                        updatedAt: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1MembersByIdEntries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            memberId: string;
                            at: string;
                            /** @enum {string} */
                            kind: "adjustment" | "bonus" | "bonus_correction" | "corporate" | "corporate_correction" | "dine_adjustment" | "dine_reward" | "erasure" | "manual" | "payout" | "referral" | "settlement";
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            dineId: string | null;
                            text: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1MembersByIdRewards: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                externalId?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            memberId: string;
                            /** @enum {string} */
                            kind: "corporate" | "adjustment";
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reason: string;
                            externalId: string | null;
                            dineId: string | null;
                            postedAt: string;
                            reversedAt: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdRewards: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    units?: number;
                    cents?: number;
                    /**
                     * @default corporate
                     * @enum {string}
                     */
                    kind?: "corporate" | "adjustment";
                    reason: string;
                    externalId: string;
                    dineId?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reward?: {
                            id: string;
                            memberId: string;
                            /** @enum {string} */
                            kind: "corporate" | "adjustment";
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reason: string;
                            externalId: string | null;
                            dineId: string | null;
                            postedAt: string;
                            reversedAt: string | null;
                        };
                        approval?: {
                            id: string;
                            /** @enum {string} */
                            action: "adjustment" | "apiReward" | "hold" | "payout" | "accruals" | "closing" | "offer" | "bonus" | "terms" | "setting" | "rule" | "work" | "staff";
                            /** @enum {string} */
                            state: "waiting";
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reward?: {
                            id: string;
                            memberId: string;
                            /** @enum {string} */
                            kind: "corporate" | "adjustment";
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            reason: string;
                            externalId: string | null;
                            dineId: string | null;
                            postedAt: string;
                            reversedAt: string | null;
                        };
                        approval?: {
                            id: string;
                            /** @enum {string} */
                            action: "adjustment" | "apiReward" | "hold" | "payout" | "accruals" | "closing" | "offer" | "bonus" | "terms" | "setting" | "rule" | "work" | "staff";
                            /** @enum {string} */
                            state: "waiting";
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Bonuses: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            code: string;
                            description: string;
                            reward: {
                                /** @enum {string} */
                                kind: "fixed";
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                            } | {
                                /** @enum {string} */
                                kind: "percent";
                                percent: number;
                            } | {
                                /** @enum {string} */
                                kind: "multiplier";
                                times: number;
                            };
                            /** @enum {string} */
                            paidBy: "program" | "partner";
                            needsRegistration: boolean;
                            forNewMembers: boolean;
                            repeats: boolean;
                            dines: number;
                            totalSpend: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            minimumSpend: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            from: string | null;
                            to: string | null;
                            isUsedUp: boolean;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1MembersByIdBonuses: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            memberId: string;
                            code: string;
                            /** @enum {string} */
                            status: "enrolled" | "qualified" | "expired";
                            enrolledAt: string;
                            qualifiedAt: string | null;
                            expiresAt: string | null;
                            lastDay: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1MembersByIdBonuses: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberBonus: {
                            memberId: string;
                            code: string;
                            /** @enum {string} */
                            status: "enrolled" | "qualified" | "expired";
                            enrolledAt: string;
                            qualifiedAt: string | null;
                            expiresAt: string | null;
                            lastDay: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Offers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            text: string;
                            reward: {
                                /** @enum {string} */
                                kind: "fixed";
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                            } | {
                                /** @enum {string} */
                                kind: "percent";
                                percent: number;
                            } | {
                                /** @enum {string} */
                                kind: "multiplier";
                                times: number;
                            };
                            minimumSpend: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            /** @enum {string} */
                            audience: "everyone" | "members";
                            merchantIds: string[] | null;
                            startsOn: string;
                            endsOn: string;
                            createdAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1TestDines: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    memberId: string;
                    merchantId: string;
                    amount: number;
                    tip?: number;
                    /** Format: date-time */
                    at?: string;
                    /** @default true */
                    cleared?: boolean;
                    refund?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionId: string;
                        events: string[];
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Restaurants: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                changedSince?: string;
                status?: "open" | "coming" | "left";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            name: string;
                            street: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            neighborhood: string;
                            latitude: number;
                            longitude: number;
                            timezone: string;
                            phone: string;
                            website: string;
                            cuisines: string[];
                            priceRange: number | null;
                            rating: number | null;
                            takesBookings: boolean;
                            terms: {
                                joinedOn: string;
                                leftOn: string | null;
                                benefitDays: ("Sun" | "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat")[];
                                campaignCodes: string[];
                                maxSpendPerMonthCents: number | null;
                                maxVisitsPerMonth: number | null;
                                reservationBonus: number | null;
                                feeBasisPoints: number | null;
                            };
                            /** @enum {string} */
                            status: "open" | "coming" | "left";
                            leftOn: string | null;
                            updatedAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1RestaurantsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        restaurant: {
                            id: string;
                            name: string;
                            street: string;
                            city: string;
                            state: string;
                            zipCode: string;
                            neighborhood: string;
                            latitude: number;
                            longitude: number;
                            timezone: string;
                            phone: string;
                            website: string;
                            cuisines: string[];
                            priceRange: number | null;
                            rating: number | null;
                            takesBookings: boolean;
                            terms: {
                                joinedOn: string;
                                leftOn: string | null;
                                benefitDays: ("Sun" | "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat")[];
                                campaignCodes: string[];
                                maxSpendPerMonthCents: number | null;
                                maxVisitsPerMonth: number | null;
                                reservationBonus: number | null;
                                feeBasisPoints: number | null;
                            };
                            /** @enum {string} */
                            status: "open" | "coming" | "left";
                            leftOn: string | null;
                            updatedAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Reservations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                memberId?: string;
                merchantId?: string;
                status?: "booked" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            startsAt: string;
                            endsAt: string;
                            partySize: number;
                            /** @enum {string} */
                            status: "booked" | "canceled";
                            confirmationCode: string;
                            occasion: ("birthday" | "anniversary" | "date" | "business" | "celebration") | null;
                            bonus: {
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                /** @enum {string} */
                                status: "pending" | "earned" | "withdrawn";
                            } | null;
                            bookedAt: string;
                            changedAt: string | null;
                            canceledAt: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1ReservationsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reservation: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            startsAt: string;
                            endsAt: string;
                            partySize: number;
                            /** @enum {string} */
                            status: "booked" | "canceled";
                            confirmationCode: string;
                            occasion: ("birthday" | "anniversary" | "date" | "business" | "celebration") | null;
                            bonus: {
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                /** @enum {string} */
                                status: "pending" | "earned" | "withdrawn";
                            } | null;
                            bookedAt: string;
                            changedAt: string | null;
                            canceledAt: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1ReservationsByIdCancel: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reservation: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            startsAt: string;
                            endsAt: string;
                            partySize: number;
                            /** @enum {string} */
                            status: "booked" | "canceled";
                            confirmationCode: string;
                            occasion: ("birthday" | "anniversary" | "date" | "business" | "celebration") | null;
                            bonus: {
                                amount: {
                                    units: number;
                                    currency: string;
                                } | {
                                    cents: number;
                                    currency: string;
                                };
                                /** @enum {string} */
                                status: "pending" | "earned" | "withdrawn";
                            } | null;
                            bookedAt: string;
                            changedAt: string | null;
                            canceledAt: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Claims: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                memberId?: string;
                state?: "received" | "checking" | "waiting_for_network" | "approved" | "declined";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            dinedOn: string;
                            cardId: string | null;
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            note: string;
                            /** @enum {string} */
                            state: "received" | "checking" | "waiting_for_network" | "approved" | "declined";
                            answer: {
                                code: string;
                                text: string;
                            };
                            nextBy: string | null;
                            transactionId: string | null;
                            createdAt: string;
                            decidedAt: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1Claims: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    memberId: string;
                    merchantId: string;
                    /** Format: date */
                    dinedOn: string;
                    amount: number;
                    cardId?: string;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            dinedOn: string;
                            cardId: string | null;
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            note: string;
                            /** @enum {string} */
                            state: "received" | "checking" | "waiting_for_network" | "approved" | "declined";
                            answer: {
                                code: string;
                                text: string;
                            };
                            nextBy: string | null;
                            transactionId: string | null;
                            createdAt: string;
                            decidedAt: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1ClaimsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            dinedOn: string;
                            cardId: string | null;
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            note: string;
                            /** @enum {string} */
                            state: "received" | "checking" | "waiting_for_network" | "approved" | "declined";
                            answer: {
                                code: string;
                                text: string;
                            };
                            nextBy: string | null;
                            transactionId: string | null;
                            createdAt: string;
                            decidedAt: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1ClaimsByIdAnswer: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    approve: boolean;
                    amount?: number;
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim?: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            dinedOn: string;
                            cardId: string | null;
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            note: string;
                            /** @enum {string} */
                            state: "received" | "checking" | "waiting_for_network" | "approved" | "declined";
                            answer: {
                                code: string;
                                text: string;
                            };
                            nextBy: string | null;
                            transactionId: string | null;
                            createdAt: string;
                            decidedAt: string | null;
                        };
                        approval?: {
                            id: string;
                            /** @enum {string} */
                            action: "adjustment" | "apiReward" | "hold" | "payout" | "accruals" | "closing" | "offer" | "bonus" | "terms" | "setting" | "rule" | "work" | "staff";
                            /** @enum {string} */
                            state: "waiting";
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        claim?: {
                            id: string;
                            memberId: string;
                            merchantId: string;
                            merchantName: string;
                            dinedOn: string;
                            cardId: string | null;
                            amount: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            note: string;
                            /** @enum {string} */
                            state: "received" | "checking" | "waiting_for_network" | "approved" | "declined";
                            answer: {
                                code: string;
                                text: string;
                            };
                            nextBy: string | null;
                            transactionId: string | null;
                            createdAt: string;
                            decidedAt: string | null;
                        };
                        approval?: {
                            id: string;
                            /** @enum {string} */
                            action: "adjustment" | "apiReward" | "hold" | "payout" | "accruals" | "closing" | "offer" | "bonus" | "terms" | "setting" | "rule" | "work" | "staff";
                            /** @enum {string} */
                            state: "waiting";
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1SettlementFiles: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                open?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            number: number;
                            rows: number;
                            total: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            accepted: number;
                            rejected: number;
                            open: number;
                            createdAt: string;
                            sentAt: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1SettlementFilesById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file: {
                            id: string;
                            number: number;
                            rows: number;
                            total: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            accepted: number;
                            rejected: number;
                            open: number;
                            createdAt: string;
                            sentAt: string | null;
                        };
                        createdAt: string;
                        currency: string;
                        rows: {
                            id: string;
                            memberNumber: string;
                            memberId: string;
                            units: number;
                            kind: string;
                            postedOn: string;
                            /** @enum {string} */
                            state: "sent" | "accepted" | "rejected";
                        }[];
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1SettlementFilesByIdAnswers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    rows: {
                        id: string;
                        units: number;
                        /** @enum {string} */
                        result: "accepted" | "rejected";
                        code?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file: {
                            id: string;
                            number: number;
                            rows: number;
                            total: {
                                units: number;
                                currency: string;
                            } | {
                                cents: number;
                                currency: string;
                            };
                            accepted: number;
                            rejected: number;
                            open: number;
                            createdAt: string;
                            sentAt: string | null;
                        };
                        accepted: number;
                        rejected: number;
                        refused: {
                            id: string;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1Events: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            /** @enum {string} */
                            type: "member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test";
                            occurredAt: string;
                            program: string;
                            sequence: number | null;
                            data: {
                                [key: string]: unknown;
                            };
                            previous?: {
                                [key: string]: unknown;
                            };
                            balance?: {
                                units: number;
                                currency: string;
                                inFlight: number;
                                updatedAt: string | null;
                            } | {
                                cents: number;
                                currency: string;
                                inFlight: number;
                                updatedAt: string | null;
                            };
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1WebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            url: string;
                            types: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                            /** @enum {string} */
                            state: "active" | "disabled";
                            disabledAt: string | null;
                            disabledReason: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed" | "by_hand") | null;
                            previousSecretUntil: string | null;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        }[];
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1WebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                    types?: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        endpoint: {
                            id: string;
                            url: string;
                            types: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                            /** @enum {string} */
                            state: "active" | "disabled";
                            disabledAt: string | null;
                            disabledReason: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed" | "by_hand") | null;
                            previousSecretUntil: string | null;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    putV1WebhookEndpointsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    types?: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoint: {
                            id: string;
                            url: string;
                            types: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                            /** @enum {string} */
                            state: "active" | "disabled";
                            disabledAt: string | null;
                            disabledReason: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed" | "by_hand") | null;
                            previousSecretUntil: string | null;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    deleteV1WebhookEndpointsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        endpoint: {
                            id: string;
                            url: string;
                            types: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                            /** @enum {string} */
                            state: "active" | "disabled";
                            disabledAt: string | null;
                            disabledReason: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed" | "by_hand") | null;
                            previousSecretUntil: string | null;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1WebhookEndpointsByIdSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        endpoint: {
                            id: string;
                            url: string;
                            types: ("member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test")[] | null;
                            /** @enum {string} */
                            state: "active" | "disabled";
                            disabledAt: string | null;
                            disabledReason: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed" | "by_hand") | null;
                            previousSecretUntil: string | null;
                            createdAt: string;
                            createdBy: string;
                            waiting: number;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1WebhookEndpointsByIdTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: {
                            id: string;
                            eventId: string;
                            /** @enum {string} */
                            eventType: "member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test";
                            /** @enum {string} */
                            state: "waiting" | "delivered";
                            attempts: number;
                            createdAt: string;
                            lastAttemptAt: string | null;
                            nextAttemptAt: string | null;
                            code: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed") | null;
                            status: number | null;
                            milliseconds: number | null;
                            request: string;
                            answer: string | null;
                        };
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    getV1WebhookEndpointsByIdDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "waiting" | "delivered";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            id: string;
                            eventId: string;
                            /** @enum {string} */
                            eventType: "member.enrolled" | "member.updated" | "member.closed" | "member.reopened" | "member.erased" | "tier.changed" | "card.linked" | "card.changed" | "card.removed" | "dine.pending" | "dine.awarded" | "dine.changed" | "dine.forfeited" | "dine.paid" | "dine.removed" | "reward.posted" | "reward.reversed" | "balance.changed" | "bonus.enrolled" | "bonus.qualified" | "bonus.expired" | "payout.sent" | "payout.completed" | "payout.returned" | "claim.opened" | "claim.answered" | "reservation.booked" | "reservation.changed" | "reservation.canceled" | "review.posted" | "restaurant.joined" | "restaurant.changed" | "restaurant.left" | "accrual.sent" | "accrual.answered" | "endpoint.disabled" | "endpoint.test";
                            /** @enum {string} */
                            state: "waiting" | "delivered";
                            attempts: number;
                            createdAt: string;
                            lastAttemptAt: string | null;
                            nextAttemptAt: string | null;
                            code: ("delivered" | "http_status" | "gone" | "redirect" | "timeout" | "name_not_found" | "private_address" | "not_https" | "host_not_allowed" | "connection_refused" | "connection_lost" | "certificate" | "invalid_answer" | "secret_unreadable" | "failed") | null;
                            status: number | null;
                            milliseconds: number | null;
                            request: string;
                            answer: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
    postV1WebhookEndpointsByIdResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    from: string;
                } | {
                    deliveryId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queued: number;
                    };
                };
            };
            /** @description It is refused: `code` says why. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
            /** @description It failed; the same call may succeed later. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        requestId: string;
                        fieldErrors?: {
                            field: string;
                            message: string;
                        }[];
                        lockedUntil?: string;
                        approvalId?: string;
                        detail?: string;
                    };
                };
            };
        };
    };
}
