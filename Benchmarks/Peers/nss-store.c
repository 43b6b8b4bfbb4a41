// What the same costs with NSS, the store of Firefox and of Chromium on Linux, which is SQLite too:
//   nss-store FOLDER < IDENTITIES
// IDENTITIES: for each identity its label, certificate (DER) and key (PKCS#8), each behind a count of four bytes, big-endian.
// Prints one figure a line, in seconds of CPU time: the median of saving the last thousand, of a look-up by label, and of a
// look-up by issuer, which gives as many identities as "issued" says.

#include <arpa/inet.h>
#include <cert.h>
#include <certdb.h>
#include <keyhi.h>
#include <nss.h>
#include <pk11pub.h>
#include <prerror.h>
#include <secerr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void demand(int condition, const char *words) {
    if (condition) return;
    fprintf(stderr, "nss-store: %s (%d)\n", words, PR_GetError());
    exit(1);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, int count) {
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

static int next(SECItem *item) {
    uint32_t count;
    if (fread(&count, 4, 1, stdin) != 1) return 0;
    item->type = siBuffer;
    item->len = ntohl(count);
    item->data = malloc(item->len + 1);
    item->data[item->len] = 0;
    return fread(item->data, 1, item->len, stdin) == item->len;
}

int main(int argc, char **argv) {
    demand(argc == 2, "usage: nss-store FOLDER < IDENTITIES");
    demand(NSS_InitReadWrite(argv[1]) == SECSuccess, "the database can't be made");
    PK11SlotInfo *slot = PK11_GetInternalKeySlot();
    if (PK11_NeedUserInit(slot)) demand(PK11_InitPin(slot, NULL, "") == SECSuccess, "the database has no empty password");
    static double saving[1 << 20], costs[101];
    static char *labels[1 << 20];
    static SECItem issuers[1 << 20];
    int count = 0;
    SECItem label, der, key;
    while (next(&label) && next(&der) && next(&key)) {
        double start = cpu();
        CERTCertificate *certificate =
            CERT_NewTempCertificate(CERT_GetDefaultCertDB(), &der, NULL, PR_FALSE, PR_TRUE);
        demand(certificate != NULL, "a certificate can't be read");
        SECKEYPublicKey *public = CERT_ExtractPublicKey(certificate);
        demand(public != NULL, "a certificate has no key");
        SECItem nickname = label;
        SECKEYPrivateKey *private = NULL;
        demand(
            PK11_ImportDERPrivateKeyInfoAndReturnKey(
                slot, &key, &nickname, &public->u.ec.publicValue, PR_TRUE, PR_TRUE, KU_ALL, &private, NULL) == SECSuccess,
            "a key can't be stored");
        demand(
            PK11_ImportCert(slot, certificate, CK_INVALID_HANDLE, (char *)label.data, PR_FALSE) == SECSuccess,
            "a certificate can't be stored");
        saving[count] = cpu() - start;
        SECITEM_CopyItem(NULL, &issuers[count], &certificate->derIssuer);
        labels[count++] = (char *)label.data;
        SECKEY_DestroyPrivateKey(private);
        SECKEY_DestroyPublicKey(public);
        CERT_DestroyCertificate(certificate);
        free(der.data);
        free(key.data);
    }
    int last = count < 1000 ? count : 1000;
    printf("save %.9f\n", median(saving + count - last, last));
    // Anew, so that nothing is found in memory because it was stored just now.
    PK11_FreeSlot(slot);
    demand(NSS_Shutdown() == SECSuccess && NSS_Init(argv[1]) == SECSuccess, "the database can't be opened again");
    for (int round = 0; round < 101; round++) {
        double start = cpu();
        CERTCertificate *found = PK11_FindCertFromNickname(labels[round * 97 % count], NULL);
        demand(found != NULL, "a label is not found");
        CERT_DestroyCertificate(found);
        costs[round] = cpu() - start;
    }
    printf("label %.9f\n", median(costs, 101));
    fflush(stdout);
    int issued = 0, rounds = 5;
    for (int round = 0; round < rounds; round++) {
        SECItem *issuer = &issuers[round * 71 % count];
        double start = cpu();
        CERTCertList *list = CERT_FindUserCertsByUsage(
            CERT_GetDefaultCertDB(), certUsageSSLClient, PR_FALSE, PR_FALSE, NULL);
        demand(list != NULL, "no certificate is found");
        char *name = CERT_DerNameToAscii(issuer);
        demand(CERT_FilterCertListByCANames(list, 1, &name, certUsageSSLClient) == SECSuccess, "the list can't be filtered");
        issued = 0;
        for (CERTCertListNode *node = CERT_LIST_HEAD(list); !CERT_LIST_END(node, list); node = CERT_LIST_NEXT(node)) issued++;
        CERT_DestroyCertList(list);
        PORT_Free(name);
        costs[round] = cpu() - start;
    }
    printf("issuer %.9f\nissued %d\n", median(costs, rounds), issued);
    return 0;
}
